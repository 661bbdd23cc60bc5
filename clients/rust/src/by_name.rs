//! Calls by the names of their methods, in the JSON of protobuf.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::calls::Contract;
use crate::{Client, Error, Method, Paged, Reason, services};

/// A call whose method is found by its name.
pub(crate) struct JsonCall<'a> {
    client: &'a Client,
    request: Value,
    key: Option<String>,
}

impl Client {
    /// Calls a method by the name of its service, such as `geocode.v1.GeocodeService`, and its own, such as `Transform`.
    ///
    /// # Errors
    ///
    /// `RESOURCE_NOT_FOUND` if there is no such method, `PARAMETER_INVALID` if the request is not one of it, and as calls fail
    /// otherwise.
    pub async fn call_by_name(
        &self,
        service: &str,
        method: &str,
        request: Value,
        idempotency_key: Option<String>,
    ) -> Result<Value, Error> {
        let call = JsonCall { client: self, request, key: idempotency_key };
        services::call_by_name(&format!("/{service}/{method}"), call).await
    }

    /// Collects the items of all pages of a method.
    ///
    /// # Errors
    ///
    /// As [`Client::call_by_name`].
    pub async fn items_by_name(&self, service: &str, method: &str, request: Value) -> Result<Value, Error> {
        let call = JsonCall { client: self, request, key: None };
        services::items_by_name(&format!("/{service}/{method}"), call).await
    }
}

impl JsonCall<'_> {
    pub(crate) async fn call<Request: Contract, Answer: Contract>(
        self,
        method: Method<Request, Answer>,
    ) -> Result<Value, Error> {
        let call = self.client.call(method, read(self.request)?);
        let call = match self.key {
            Some(key) => call.idempotency_key(key),
            None => call,
        };
        write(&call.await?)
    }

    pub(crate) async fn items<Request: Paged>(self) -> Result<Value, Error>
    where
        Request::Item: Serialize,
    {
        let mut stream = self.client.items::<Request>(read(self.request)?);
        let mut items = Vec::new();
        while let Some(item) = stream.try_next().await? {
            items.push(write(&item)?);
        }
        Ok(Value::Array(items))
    }
}

/// Returns the error for a method that is not in the contract, or is no such method.
pub(crate) fn unknown(path: &str) -> Error {
    Error::new(Reason::ResourceNotFound, format!("the contract has no method {path} of this kind"))
}

fn read<Message: DeserializeOwned>(value: Value) -> Result<Message, Error> {
    serde_json::from_value(value).map_err(|error| Error::new(Reason::ParameterInvalid, error.to_string()))
}

fn write(message: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(message).map_err(|error| Error::new(Reason::Unknown, error.to_string()))
}
