//! The places where the SDK hands over: the request before it is signed, the response before it is read.
use super::{Error, Sent};
use aws_sdk_bedrockruntime::{
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        http::{HttpRequest, HttpResponse},
        interceptors::{
            BeforeDeserializationInterceptorContextMut, BeforeTransmitInterceptorContextMut,
            BeforeTransmitInterceptorContextRef,
        },
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
    stage: Mutex<Stage>,
}

/// How far the attempt came.
enum Stage {
    /// Nobody has signed.
    Begun,
    /// What was handed in cannot be sent.
    Odd,
    /// It goes out, signed.
    Signed,
    /// An answer that is no refusal.
    Answered(Box<HttpResponse>),
}

impl Tap {
    pub(super) fn new(headers: &[(String, String)], body: Vec<u8>) -> Self {
        let (length, stage) = (body.len(), Mutex::new(Stage::Begun));
        Self(Arc::new(Inner { headers: headers.to_vec(), body: body.into(), length, stage }))
    }
    /// What was answered: the reply that was taken out, else the refusal that the SDK read, as it came.
    ///
    /// # Errors
    /// Where nothing was.
    pub(super) fn answer<E>(&self, error: Option<SdkError<E, HttpResponse>>, silence: Duration) -> Result<Sent, Error>
    where
        E: StdError + Send + Sync + 'static,
    {
        let (stage, error) = match (self.enter(Stage::Begun), error) {
            (Stage::Answered(response), _) => return Ok(Sent::new(*response, silence)),
            (_, Some(SdkError::ServiceError(refusal))) => return Ok(Sent::new(refusal.into_raw(), silence)),
            (_, None) => return Err(Error::Unread),
            (stage, Some(error)) => (stage, error),
        };
        let kind: fn(_) -> Error = match (stage, &error) {
            (_, SdkError::ResponseError(_)) => Error::Broken,
            (Stage::Odd, _) | (_, SdkError::ConstructionFailure(_)) => Error::Request,
            (Stage::Begun, _) => Error::Credentials,
            _ => Error::Connection,
        };
        Err(kind(error.into_source().unwrap_or_else(Into::into)))
    }
    /// The stage until now.
    fn enter(&self, stage: Stage) -> Stage {
        std::mem::replace(&mut *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner), stage)
    }
    fn fill(&self, request: &mut HttpRequest) -> Result<(), BoxError> {
        let Inner { headers, body, length, .. } = &*self.0;
        for (name, value) in headers {
            request.headers_mut().try_insert(name.to_ascii_lowercase(), value.clone())?;
        }
        request.headers_mut().try_insert("content-type", "application/json")?;
        request.headers_mut().try_insert("content-length", length.to_string())?;
        *request.body_mut() = body.try_clone().ok_or("the body cannot be sent twice")?;
        Ok(())
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
    fn read_before_attempt(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.enter(Stage::Begun);
        Ok(())
    }
    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.fill(context.request_mut()).inspect_err(|_| drop(self.enter(Stage::Odd)))
    }
    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.enter(Stage::Signed);
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
            *response.body_mut() = SdkBody::from("{}");
            self.enter(Stage::Answered(Box::new(taken)));
        }
        Ok(())
    }
}
