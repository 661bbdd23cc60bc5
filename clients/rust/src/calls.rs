//! Methods, calls and answers.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use buffa::encoding::Tag;
use buffa::view::{MessageView, OwnedView};
use buffa::{DecodeContext, DecodeError, Message};
use futures_util::stream::{BoxStream, Stream, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Client, Error, Reason};

/// Terms of a method, as the contract declares them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub path: &'static str,
    /// Deadline of a call whose caller sets none.
    pub deadline: Option<Duration>,
    pub retry_after: &'static [Reason],
    pub takes_key: bool,
}

/// A method of the contract, with its terms.
pub struct Method<Request, Answer> {
    pub(crate) terms: Terms,
    types: PhantomData<fn(Request) -> Answer>,
}

impl<Request, Answer> Method<Request, Answer> {
    pub(crate) const fn new(
        path: &'static str,
        deadline_ms: u64,
        retry_after: &'static [Reason],
        takes_key: bool,
    ) -> Self {
        let deadline = if deadline_ms == 0 { None } else { Some(Duration::from_millis(deadline_ms)) };
        Self { terms: Terms { path, deadline, retry_after, takes_key }, types: PhantomData }
    }

    /// Returns the path, such as `/geocode.v1.GeocodeService/Transform`.
    pub const fn path(&self) -> &'static str {
        self.terms.path
    }

    /// Returns the deadline of a call whose caller sets none; `None` for streams, which have no end.
    pub const fn deadline(&self) -> Option<Duration> {
        self.terms.deadline
    }

    /// Returns the reasons after which a call is repeated.
    pub const fn retry_after(&self) -> &'static [Reason] {
        self.terms.retry_after
    }

    /// Whether a call has an `Idempotency-Key`.
    pub const fn takes_key(&self) -> bool {
        self.terms.takes_key
    }
}

impl<Request, Answer> Clone for Method<Request, Answer> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Request, Answer> Copy for Method<Request, Answer> {}

impl<Request, Answer> fmt::Debug for Method<Request, Answer> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.fmt(f)
    }
}

/// A message that can be sent and received.
pub trait Contract: Message + Serialize + DeserializeOwned + Clone + Send + Sync + 'static {}

impl<M: Message + Serialize + DeserializeOwned + Clone + Send + Sync + 'static> Contract for M {}

/// Terms that a caller sets for one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallOptions {
    pub deadline: Option<Duration>,
    pub key: Option<String>,
    /// Whether the call is sent once, because its caller repeats it by rules of its own.
    pub is_sent_once: bool,
}

/// A call that is made when it is awaited. Dropped before its end, it is given up.
#[must_use = "a call is made when it is awaited"]
pub struct Call<'a, Request, Answer> {
    client: &'a Client,
    method: Method<Request, Answer>,
    request: Request,
    options: CallOptions,
}

impl<'a, Request: Contract, Answer: Contract> Call<'a, Request, Answer> {
    pub(crate) fn new(client: &'a Client, method: Method<Request, Answer>, request: Request) -> Self {
        Self { client, method, request, options: CallOptions::default() }
    }

    /// Sets the deadline, which covers all attempts. The contract has one for each method. What is beyond 24 days counts as 24
    /// days; zero is refused.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.options.deadline = Some(deadline);
        self
    }

    /// Sets the key by which the call takes effect once, so that a later process can repeat it. A random one is sent
    /// otherwise, if the method takes one.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.options.key = Some(key.into());
        self
    }

    pub(crate) fn once(mut self) -> Self {
        self.options.is_sent_once = true;
        self
    }
}

impl<'a, Request: Contract, Answer: Contract> IntoFuture for Call<'a, Request, Answer> {
    type Output = Result<Answer, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { client, method, request, options } = self;
        Box::pin(async move { Ok(client.execute(method.terms, request, options).await?.1) })
    }
}

impl<Request: fmt::Debug, Answer> fmt::Debug for Call<'_, Request, Answer> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("method", &self.method).field("request", &self.request).finish_non_exhaustive()
    }
}

/// A request whose answer has pages.
pub trait Paged: Contract {
    /// The answer with one page.
    type Answer: Contract;
    /// Item of a page.
    type Item: Send + 'static;
    /// The method that answers.
    const METHOD: Method<Self, Self::Answer>;

    /// Asks for the page with a token.
    fn turn_to(&mut self, token: String);

    /// Returns the items of a page, and the token of the next one, if there is one.
    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>);
}

/// Answers as they come. Take them by [`AnswerStream::next`], or by any combinator of streams.
#[must_use = "a stream begins when it is asked for its first answer"]
pub struct AnswerStream<T>(Option<BoxStream<'static, Result<T, Error>>>);

impl<T> AnswerStream<T> {
    pub(crate) fn new(stream: impl Stream<Item = Result<T, Error>> + Send + 'static) -> Self {
        Self(Some(stream.boxed()))
    }

    /// Returns the next answer; `None` at the end. Nothing is lost if the future is dropped.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        futures_util::StreamExt::next(self).await
    }

    /// Returns the next answer, or an error; `Ok(None)` at the end.
    ///
    /// # Errors
    ///
    /// Fails as the call does. The stream has ended then.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error> {
        self.next().await.transpose()
    }
}

impl<T> Stream for AnswerStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(stream) = &mut self.0 else { return Poll::Ready(None) };
        let answer = stream.poll_next_unpin(context);
        if matches!(answer, Poll::Ready(None | Some(Err(_)))) {
            self.0 = None;
        }
        answer
    }
}

impl<T> fmt::Debug for AnswerStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnswerStream")
    }
}

/// A whole message in place of a view of its bytes: the generated code has no views, which would be half of it.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Whole<M>(pub(crate) M);

impl<'a, M: Message + Clone> MessageView<'a> for Whole<M> {
    type Owned = M;

    fn decode_view(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        M::decode_from_slice(bytes).map(Self)
    }

    fn merge_view_field(
        &mut self,
        tag: Tag,
        bytes: &'a [u8],
        _before: &'a [u8],
        context: DecodeContext<'_>,
    ) -> Result<&'a [u8], DecodeError> {
        let mut rest = bytes;
        self.0.merge_field(tag, &mut rest, context)?;
        Ok(rest)
    }

    fn to_owned_message(&self) -> Result<M, DecodeError> {
        Ok(self.0.clone())
    }
}

/// Bytes of an answer of a stream, with its message.
#[doc(hidden)]
#[derive(Debug)]
pub struct WholeHandle<M>(OwnedView<Whole<M>>);

impl<M> From<OwnedView<Whole<M>>> for WholeHandle<M> {
    fn from(view: OwnedView<Whole<M>>) -> Self {
        Self(view)
    }
}

impl<M> AsRef<OwnedView<Whole<M>>> for WholeHandle<M> {
    fn as_ref(&self) -> &OwnedView<Whole<M>> {
        &self.0
    }
}

/// Lets streams have a message as their answer.
macro_rules! streamed {
    ($message:ty) => {
        impl buffa::HasMessageView for $message {
            type View<'a> = crate::calls::Whole<Self>;
            type ViewHandle = crate::calls::WholeHandle<Self>;
        }
    };
}
pub(crate) use streamed;
