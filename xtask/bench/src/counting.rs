//! An allocator that counts what it hands out.
//!
//! It must never do anything but count and pass on.
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// The system's allocator, counted.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// How many allocations `work` makes, and what it returns.
pub(crate) fn count<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = CALLS.load(Relaxed);
    let result = work();
    (CALLS.load(Relaxed) - before, result)
}

#[expect(
    unsafe_code,
    reason = "the trait is unsafe; every call goes to the system's allocator with its arguments unchanged"
)]
// SAFETY: what `System` guarantees holds, since nothing is done beside passing on.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(old, layout, size) }
    }
    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(old, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts() {
        let (calls, boxes) = count(|| [Box::new(1), Box::new(2)]);
        // Other tests may allocate at the same time.
        assert!(calls >= boxes.len());
    }
}
