//! Orders of a sequence, in groups under one signature each.

use buffa::Message as _;

use crate::order::Purpose;
use crate::proto::wallet::v1::{TransferOrder, TransferOrders};
use crate::tree::root;
use crate::{Credentials, Error, Operation, OperationKind, Order, Reason};

/// Most orders under one signature, and most bytes of them: below the 1 MiB of the service.
const ORDERS_MAX: usize = 1_000;
const BYTES_MAX: usize = 900_000;
/// Bytes of the tag and the length that precede an order.
const HEAD: usize = 4;

/// Orders of a sequence under one signature.
pub(crate) struct OrderGroup {
    /// Index of its first order in the sequence.
    pub first: usize,
    /// Ids of its orders.
    pub ids: Vec<String>,
    /// Operation in the journal, under the id of its first order.
    pub operation: Operation,
}

impl OrderGroup {
    /// Reads a group that an earlier process has left. Fails for bytes that are no orders, or others than those of its id.
    pub(crate) fn left(operation: Operation) -> Result<Self, Error> {
        let orders = TransferOrders::decode_from_slice(&operation.order).map(|message| message.orders);
        let ids: Vec<_> = orders.into_iter().flatten().map(|order| order.id.unwrap_or_default()).collect();
        if ids.first() == Some(&operation.id) {
            return Ok(Self { first: 0, ids, operation });
        }
        let text =
            format!("the group of orders {} of the journal is damaged; look at it before you remove it", operation.id);
        Err(Error::new(Reason::StateInvalid, text))
    }
}

/// Splits orders into groups. The same orders become the same groups of the same bytes, whenever they are split.
pub(crate) struct Groups<Orders> {
    orders: Orders,
    credentials: Credentials,
    /// Number of orders in the groups before.
    first: usize,
    /// Order for which the last group had no place, and its bytes.
    next: Option<(TransferOrder, Vec<u8>)>,
}

impl<Orders: Iterator<Item: Into<Result<Order, Error>>>> Groups<Orders> {
    pub(crate) fn new(orders: Orders, credentials: Credentials) -> Self {
        Self { orders, credentials, first: 0, next: None }
    }

    /// Reads and signs the next group; `None` at the end, or as soon as nobody wants it any more.
    ///
    /// # Errors
    ///
    /// `PARAMETER_REQUIRED` for an order without an id, or without a time of creation if its id has none; `PARAMETER_INVALID`
    /// for an id that is not a UUID in lower case; the error that is in the place of an order.
    pub(crate) fn next(&mut self, is_wanted: impl Fn() -> bool) -> Result<Option<OrderGroup>, Error> {
        let (mut orders, mut bytes, mut length) = (Vec::new(), Vec::new(), 0);
        while orders.len() < ORDERS_MAX && is_wanted() {
            let next = self.next.take().map_or_else(|| self.read(self.first + orders.len()), |next| Ok(Some(next)));
            let Some((order, encoded)) = next? else { break };
            length += encoded.len() + HEAD;
            if length > BYTES_MAX && !orders.is_empty() {
                self.next = Some((order, encoded));
                break;
            }
            orders.push(order);
            bytes.push(encoded);
        }
        if orders.is_empty() || !is_wanted() {
            return Ok(None);
        }
        let first = self.first;
        self.first += orders.len();
        Ok(Some(self.signed(first, orders, &bytes)))
    }

    fn read(&mut self, index: usize) -> Result<Option<(TransferOrder, Vec<u8>)>, Error> {
        let Some(order) = self.orders.next() else { return Ok(None) };
        let order = order.into()?.message_in_sequence(self.credentials.identity_id(), index)?;
        let encoded = order.encode_to_vec();
        Ok(Some((order, encoded)))
    }

    fn signed(&self, first: usize, orders: Vec<TransferOrder>, bytes: &[Vec<u8>]) -> OrderGroup {
        let signature = self.credentials.sign(&Purpose::Transfers.bytes(&root(bytes.iter().map(Vec::as_slice))));
        let ids: Vec<_> = orders.iter().map(|order| order.id.clone().unwrap_or_default()).collect();
        let operation = Operation {
            id: ids[0].clone(),
            order: TransferOrders { orders }.encode_to_vec(),
            key_id: self.credentials.key_id().to_owned(),
            signature,
            kind: OperationKind::Batch,
        };
        OrderGroup { first, ids, operation }
    }
}
