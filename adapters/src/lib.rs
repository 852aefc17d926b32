//! Carry a model's thinking across turns, routes and providers.
