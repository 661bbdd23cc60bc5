//! Signatures of a wallet.

use buffa::{EnumValue, Message as _};

use super::Wallet;
use crate::order::{Purpose, signed};
use crate::proto::wallet::v1::{
    CaptureHoldRequest, CaptureOrder, LinkedSignature, ReleaseHoldRequest, ReleaseOrder, SignedOrder, TokenType,
    TransferBatchRequest, TransferLinkedRequest, TransferOrder, TransferOrders, TransferRequest,
};
use crate::tree::root;
use crate::{Asset, Error, Operation, OperationKind, Order, Reason};

impl Wallet {
    /// Returns the messages of orders, of which there must be as many as one signature is for.
    pub(super) fn messages(
        &self,
        orders: impl IntoIterator<Item = Order>,
        min: usize,
        max: usize,
    ) -> Result<Vec<TransferOrder>, Error> {
        let now_ms = self.now_ms();
        let message = |order: Order| order.message(self.identity_id(), now_ms);
        let messages = orders.into_iter().map(message).collect::<Result<Vec<_>, _>>()?;
        if (min..=max).contains(&messages.len()) {
            return Ok(messages);
        }
        let text = format!("there are {} orders: send {min} to {max} at once", messages.len());
        Err(Error::new(Reason::ParameterInvalid, text).with_parameter("orders"))
    }

    pub(super) fn signed_transfer(&self, order: TransferOrder) -> (Operation, TransferRequest) {
        let operation = self.operation(&order.id, order.encode_to_vec(), Purpose::Transfer);
        let signed_order = signed_order(&operation).into();
        (operation, TransferRequest { sender: self.sender(), signed_order })
    }

    pub(super) fn signed_batch(&self, orders: Vec<TransferOrder>) -> (Vec<Operation>, TransferBatchRequest) {
        let (operations, bytes, signature) = self.signed_together(orders, Purpose::Transfers);
        let key_id = Some(self.credentials.key_id().to_owned());
        let (orders, signature) = (Some(bytes), Some(signature));
        (operations, TransferBatchRequest { sender: self.sender(), orders, key_id, signature })
    }

    pub(super) fn signed_linked(&self, orders: Vec<TransferOrder>) -> (Vec<Operation>, TransferLinkedRequest) {
        let (operations, bytes, signature) = self.signed_together(orders, Purpose::LinkedTransfers);
        let key_id = Some(self.credentials.key_id().to_owned());
        let signatures = vec![LinkedSignature { sender: self.sender(), key_id, signature: Some(signature) }];
        (operations, TransferLinkedRequest { sender: self.sender(), orders: Some(bytes), signatures })
    }

    pub(super) fn signed_capture(
        &self,
        id: String,
        hold_id: String,
        asset: &Asset,
        amount: String,
        keep_rest: bool,
    ) -> (Operation, CaptureHoldRequest) {
        let order = CaptureOrder {
            id: Some(id),
            recipient: self.sender(),
            hold_id: Some(hold_id),
            token_type: Some(asset.token_type().into()),
            currency_code: asset.currency_code(),
            amount: Some(amount),
            keep_rest: keep_rest.then_some(true),
            created_at: Some(signed(self.now_ms())),
            ..CaptureOrder::default()
        };
        let operation = self.operation(&order.id, order.encode_to_vec(), Purpose::Capture);
        let signed_order = signed_order(&operation).into();
        (operation, CaptureHoldRequest { recipient: self.sender(), signed_order, ..CaptureHoldRequest::default() })
    }

    pub(super) fn signed_release(&self, id: String, hold_id: String) -> (Operation, ReleaseHoldRequest) {
        let order = ReleaseOrder {
            id: Some(id),
            recipient: self.sender(),
            hold_id: Some(hold_id),
            created_at: Some(signed(self.now_ms())),
            ..ReleaseOrder::default()
        };
        let operation = self.operation(&order.id, order.encode_to_vec(), Purpose::Release);
        let signed_order = signed_order(&operation).into();
        (operation, ReleaseHoldRequest { recipient: self.sender(), signed_order, ..ReleaseHoldRequest::default() })
    }

    /// Signs the root of the tree of orders, and returns an operation for each, the bytes of all, and the signature.
    fn signed_together(&self, orders: Vec<TransferOrder>, purpose: Purpose) -> (Vec<Operation>, Vec<u8>, Vec<u8>) {
        let bytes: Vec<_> = orders.iter().map(|order| order.encode_to_vec()).collect();
        let signature = self.credentials.sign(&purpose.bytes(&root(bytes.iter().map(Vec::as_slice))));
        let operation = |(message, order): (&TransferOrder, Vec<u8>)| Operation {
            id: message.id.clone().unwrap_or_default(),
            order,
            key_id: self.credentials.key_id().to_owned(),
            signature: signature.clone(),
            kind: OperationKind::Payment,
        };
        let operations = orders.iter().zip(bytes).map(operation).collect();
        (operations, TransferOrders { orders }.encode_to_vec(), signature)
    }

    fn operation(&self, id: &Option<String>, order: Vec<u8>, purpose: Purpose) -> Operation {
        let signature = self.credentials.sign(&purpose.bytes(&order));
        let id = id.clone().unwrap_or_default();
        Operation { id, order, key_id: self.credentials.key_id().to_owned(), signature, kind: OperationKind::Payment }
    }

    fn sender(&self) -> Option<String> {
        Some(self.identity_id().to_owned())
    }
}

fn signed_order(operation: &Operation) -> SignedOrder {
    let Operation { order, key_id, signature, .. } = operation.clone();
    SignedOrder { order: Some(order), key_id: Some(key_id), signature: Some(signature) }
}

/// Returns the asset of a kind of token, and of the code of a currency.
pub(crate) fn asset_of(
    token_type: Option<EnumValue<TokenType>>,
    currency_code: Option<String>,
) -> Result<Asset, Error> {
    match token_type.unwrap_or_default() {
        EnumValue::Known(TokenType::TOKEN_TYPE_STANDARD) => Ok(Asset::Standard),
        EnumValue::Known(TokenType::TOKEN_TYPE_MICRO) => Ok(Asset::Micro),
        EnumValue::Known(TokenType::TOKEN_TYPE_EXTERNAL) => Ok(Asset::Currency(currency_code.unwrap_or_default())),
        unknown => {
            let text = format!("this version does not know the token type {unknown} of the transaction: update it");
            Err(Error::new(Reason::Unknown, text))
        }
    }
}
