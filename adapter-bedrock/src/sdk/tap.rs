//! The two places where the SDK hands over: the request before it is signed, the response before it is read.
use super::{Error, Sent};
use aws_sdk_bedrockruntime::{
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        http::HttpResponse,
        interceptors::{BeforeDeserializationInterceptorContextMut, BeforeTransmitInterceptorContextMut},
    },
    error::{BoxError, SdkError},
};
use aws_smithy_types::body::SdkBody;
use std::{
    error::Error as StdError,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Puts our body in, takes the reply out.
#[derive(Clone)]
pub(super) struct Tap(Arc<Inner>);

struct Inner {
    headers: Vec<(String, String)>,
    body: SdkBody,
    length: usize,
    reply: Mutex<Option<HttpResponse>>,
}

impl Tap {
    pub(super) fn new(headers: &[(String, String)], body: Vec<u8>) -> Self {
        let length = body.len();
        Self(Arc::new(Inner { headers: headers.to_vec(), body: body.into(), length, reply: Mutex::default() }))
    }
    /// What was answered: the reply that was taken out, else the refusal that the SDK read, as it came.
    ///
    /// # Errors
    /// Where nothing was.
    pub(super) fn answer<E>(&self, error: Option<SdkError<E, HttpResponse>>, silence: Duration) -> Result<Sent, Error>
    where
        E: StdError + Send + Sync + 'static,
    {
        let taken = self.0.reply.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (taken, error) {
            (Some(response), _) => Ok(Sent::new(response, silence)),
            (None, Some(SdkError::ServiceError(refusal))) => Ok(Sent::new(refusal.into_raw(), silence)),
            (None, Some(error)) => Err(Error::of(error)),
            (None, None) => Err(Error::Unread),
        }
    }
}

/// Says nothing of what goes through.
impl fmt::Debug for Tap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tap({} bytes)", self.0.length)
    }
}

impl Intercept for Tap {
    fn name(&self) -> &'static str {
        "throughline"
    }
    /// Of every attempt.
    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request_mut();
        for (name, value) in &self.0.headers {
            request.headers_mut().try_insert(name.to_ascii_lowercase(), value.clone())?;
        }
        request.headers_mut().try_insert("content-type", "application/json")?;
        request.headers_mut().try_insert("content-length", self.0.length.to_string())?;
        *request.body_mut() = self.0.body.try_clone().ok_or("the body cannot be sent twice")?;
        Ok(())
    }
    /// A refusal stays for the SDK to read: it tells from it whether to send again.
    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let response = context.response_mut();
        if response.status().is_success() {
            let mut taken = HttpResponse::new(response.status(), response.take_body());
            *taken.headers_mut() = response.headers().clone();
            *self.0.reply.lock().unwrap_or_else(PoisonError::into_inner) = Some(taken);
            *response.body_mut() = SdkBody::from("{}");
        }
        Ok(())
    }
}
