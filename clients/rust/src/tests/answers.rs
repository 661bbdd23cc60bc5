//! Answers of newer services, and of what is no service.

use buffa::{EnumValue, Message as _};
use connectrpc::{ConnectError, ErrorCode, ErrorDetail};
use http::Response;

use crate::proto::fault::v1::FaultDetail;
use crate::proto::wallet::v1::{TransactionResult, TransactionStatus};
use crate::transport::Foreign;
use crate::wallet::asset_of;
use crate::{Client, Error, Outcome, Reason};

#[test]
fn an_unknown_code_keeps_its_number() {
    let result = TransactionResult {
        status: TransactionStatus::TRANSACTION_STATUS_FAILED.into(),
        error_code: Some(999.into()),
        ..TransactionResult::default()
    };
    let code = Outcome::of("id", result).unwrap().error_code();
    assert_eq!((code, code.unwrap().to_string().as_str()), (Some(EnumValue::Unknown(999)), "999"));
    let strange = TransactionResult { status: 999.into(), ..TransactionResult::default() };
    assert!(Outcome::of("id", strange).is_none());
}

#[test]
fn an_unknown_token_is_not_taken_for_another_one() {
    let error = asset_of(Some(999.into()), None).unwrap_err();
    assert!(error.message().contains("999"));
    assert!(asset_of(None, None).is_err());
}

#[test]
fn an_unknown_reason_has_the_words_of_the_service() {
    let detail = FaultDetail { reason: 999.into(), ..FaultDetail::default() };
    let said = |text: &str| {
        let detail = ErrorDetail::from_message("fault.v1.FaultDetail", &detail);
        Error::from(ConnectError::new(ErrorCode::FailedPrecondition, text).with_detail(detail))
    };
    assert_eq!(
        (said("the moon is full").reason(), said("the moon is full").message()),
        (Reason::Unknown, "the moon is full")
    );
    assert!(said("").message().contains("failed_precondition"));
    assert!(!detail.encode_to_vec().is_empty());
}

#[test]
fn what_is_no_answer_of_the_service_is_unreachable_or_unknown() {
    for status in [200, 204, 408, 429, 500, 502, 503, 505] {
        assert_eq!(foreign(status).reason(), Reason::Unreachable, "{status}");
    }
    for status in [301, 400, 403, 404, 409, 418] {
        assert_eq!(foreign(status).reason(), Reason::Unknown, "{status}");
        assert!(foreign(status).message().contains(&status.to_string()));
    }
}

fn foreign(status: u16) -> Error {
    Error::from(&Foreign::of(&Response::builder().status(status).body(()).unwrap()))
}

#[tokio::test]
async fn a_key_set_that_cannot_be_had_says_why() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = Client::new(format!("http://{closed}")).unwrap().key_set().await.unwrap_err();
    assert_eq!(error.reason(), Reason::Unreachable);
    assert!(error.message().contains("refused"), "{error}");
}
