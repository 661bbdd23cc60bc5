//! Money from outside the ledger.

use crate::proto::admin::v1::DepositRequest;
use crate::proto::wallet::v1::{Amount, Issuance, amount::Form};
use crate::{Asset, Client, Error, Reason};

impl Amount {
    /// Returns an amount from a decimal such as `12.5`.
    pub fn decimal(text: impl Into<String>) -> Self {
        Self { form: Some(Form::Decimal(text.into())) }
    }
}

impl Client {
    /// Deposits money into the wallet of an identity: for operators, and on a service with `DEVELOPMENT=1`, whose faucet it
    /// is, for whoever has its key. Returns what the ledger has booked.
    ///
    /// # Errors
    ///
    /// Fails as calls do.
    pub async fn deposit(
        &self,
        identity_id: impl Into<String>,
        asset: Asset,
        amount: impl Into<String>,
    ) -> Result<Issuance, Error> {
        self.book(deposit_of(identity_id.into(), &asset, amount.into())).await
    }

    /// Deposits money as [`Client::deposit`], under an id: a UUID in lower case. A deposit that is repeated with its id, as after a
    /// lost answer, is booked once: the repetition returns the first one. Without an id it is another deposit.
    ///
    /// # Errors
    ///
    /// Fails as calls do.
    pub async fn deposit_with_id(
        &self,
        deposit_id: impl Into<String>,
        identity_id: impl Into<String>,
        asset: Asset,
        amount: impl Into<String>,
    ) -> Result<Issuance, Error> {
        let mut request = deposit_of(identity_id.into(), &asset, amount.into());
        request.deposit_id = Some(deposit_id.into());
        self.book(request).await
    }

    async fn book(&self, request: DepositRequest) -> Result<Issuance, Error> {
        let answer = self.ledger_service().deposit(request).await?;
        answer.issuance.into_option().ok_or_else(|| Error::new(Reason::Unknown, "the service returned no deposit"))
    }
}

fn deposit_of(identity_id: String, asset: &Asset, amount: String) -> DepositRequest {
    DepositRequest {
        identity_id: Some(identity_id),
        token_type: Some(asset.token_type().into()),
        currency_code: asset.currency_code(),
        amount: Amount::decimal(amount).into(),
        ..Default::default()
    }
}
