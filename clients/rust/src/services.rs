// Code generated from the contract. DO NOT EDIT.

//! Typed clients of all services. A [`Client`] gives them.

use crate::proto;
use crate::{AnswerStream, Call, Client, Method, Paged, Reason};

impl Client {
    /// Gives the client of `admin.v1.AuditService`.
    pub fn audit_service(&self) -> AuditService<'_> {
        AuditService { client: self }
    }

    /// Gives the client of `admin.v1.BackupService`.
    pub fn backup_service(&self) -> BackupService<'_> {
        BackupService { client: self }
    }

    /// Gives the client of `admin.v1.KeyService`.
    pub fn key_service(&self) -> KeyService<'_> {
        KeyService { client: self }
    }

    /// Gives the client of `admin.v1.LedgerService`.
    pub fn ledger_service(&self) -> LedgerService<'_> {
        LedgerService { client: self }
    }

    /// Gives the client of `admin.v1.OutboxService`.
    pub fn outbox_service(&self) -> OutboxService<'_> {
        OutboxService { client: self }
    }

    /// Gives the client of `admin.v1.ProcessService`.
    pub fn process_service(&self) -> ProcessService<'_> {
        ProcessService { client: self }
    }

    /// Gives the client of `admin.v1.UsageService`.
    pub fn usage_service(&self) -> UsageService<'_> {
        UsageService { client: self }
    }

    /// Gives the client of `admin.v1.VaultService`.
    pub fn vault_service(&self) -> VaultService<'_> {
        VaultService { client: self }
    }

    /// Gives the client of `geocode.v1.GeocodeService`.
    pub fn geocode_service(&self) -> GeocodeService<'_> {
        GeocodeService { client: self }
    }

    /// Gives the client of `identity.v1.AuthenticationService`.
    pub fn authentication_service(&self) -> AuthenticationService<'_> {
        AuthenticationService { client: self }
    }

    /// Gives the client of `identity.v1.IdentityService`.
    pub fn identity_service(&self) -> IdentityService<'_> {
        IdentityService { client: self }
    }

    /// Gives the client of `identity.v1.ReviewService`.
    pub fn review_service(&self) -> ReviewService<'_> {
        ReviewService { client: self }
    }

    /// Gives the client of `identity.v1.VerificationService`.
    pub fn verification_service(&self) -> VerificationService<'_> {
        VerificationService { client: self }
    }

    /// Gives the client of `wallet.v1.EventService`.
    pub fn event_service(&self) -> EventService<'_> {
        EventService { client: self }
    }

    /// Gives the client of `wallet.v1.ExchangeService`.
    pub fn exchange_service(&self) -> ExchangeService<'_> {
        ExchangeService { client: self }
    }

    /// Gives the client of `wallet.v1.HoldService`.
    pub fn hold_service(&self) -> HoldService<'_> {
        HoldService { client: self }
    }

    /// Gives the client of `wallet.v1.TransactionService`.
    pub fn transaction_service(&self) -> TransactionService<'_> {
        TransactionService { client: self }
    }

    /// Gives the client of `wallet.v1.WalletService`.
    pub fn wallet_service(&self) -> WalletService<'_> {
        WalletService { client: self }
    }

    /// Gives the client of `wallet.v1.WebhookService`.
    pub fn webhook_service(&self) -> WebhookService<'_> {
        WebhookService { client: self }
    }
}

/// Tells who has done what, from where and with what result: calls whose methods declare
/// `access.v1.audited`, and acts of the service and its programs. Records are chained by
/// hashes; `CheckLedger` checks them too.
#[derive(Clone, Copy, Debug)]
pub struct AuditService<'a> {
    client: &'a Client,
}

impl<'a> AuditService<'a> {
    /// Terms of [`AuditService::list_audit_records`].
    pub const LIST_AUDIT_RECORDS: Method<
        proto::admin::v1::ListAuditRecordsRequest,
        proto::admin::v1::ListAuditRecordsResponse,
    > = Method::new("/admin.v1.AuditService/ListAuditRecords", 30000, &[Reason::Unavailable], false);

    /// Terms of [`AuditService::watch_audit`].
    pub const WATCH_AUDIT: Method<proto::admin::v1::WatchAuditRequest, proto::admin::v1::WatchAuditResponse> =
        Method::new("/admin.v1.AuditService/WatchAudit", 0, &[Reason::Unavailable], false);

    /// Lists records, the newest first.
    pub fn list_audit_records(
        &self,
        request: proto::admin::v1::ListAuditRecordsRequest,
    ) -> Call<'a, proto::admin::v1::ListAuditRecordsRequest, proto::admin::v1::ListAuditRecordsResponse> {
        self.client.call(Self::LIST_AUDIT_RECORDS, request)
    }

    /// Lists records, the newest first. Yields the items of all pages, and asks for a page when
    /// it is needed.
    pub fn list_audit_records_items(
        &self,
        request: proto::admin::v1::ListAuditRecordsRequest,
    ) -> AnswerStream<proto::admin::v1::AuditRecord> {
        self.client.items(request)
    }

    /// Streams records in their order, starting after a cursor. A stream that is opened again
    /// with the last cursor misses no record. The stream is as it comes: it is not opened again
    /// after a break.
    pub fn watch_audit(
        &self,
        request: proto::admin::v1::WatchAuditRequest,
    ) -> AnswerStream<proto::admin::v1::WatchAuditResponse> {
        self.client.stream(Self::WATCH_AUDIT, request)
    }
}

impl Paged for proto::admin::v1::ListAuditRecordsRequest {
    type Answer = proto::admin::v1::ListAuditRecordsResponse;
    type Item = proto::admin::v1::AuditRecord;
    const METHOD: Method<Self, Self::Answer> = AuditService::LIST_AUDIT_RECORDS;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.records, answer.next_page_token)
    }
}

crate::calls::streamed!(proto::admin::v1::WatchAuditResponse);

/// Makes encrypted backups of the service's database, in addition to the daily ones, and
/// tests whether they can be restored. The files stay on the service's machine.
#[derive(Clone, Copy, Debug)]
pub struct BackupService<'a> {
    client: &'a Client,
}

impl<'a> BackupService<'a> {
    /// Terms of [`BackupService::create_backup`].
    pub const CREATE_BACKUP: Method<proto::admin::v1::CreateBackupRequest, proto::admin::v1::CreateBackupResponse> =
        Method::new("/admin.v1.BackupService/CreateBackup", 300000, &[Reason::Unavailable], true);

    /// Terms of [`BackupService::list_backups`].
    pub const LIST_BACKUPS: Method<proto::admin::v1::ListBackupsRequest, proto::admin::v1::ListBackupsResponse> =
        Method::new("/admin.v1.BackupService/ListBackups", 30000, &[Reason::Unavailable], false);

    /// Terms of [`BackupService::drill_backup`].
    pub const DRILL_BACKUP: Method<proto::admin::v1::DrillBackupRequest, proto::admin::v1::DrillBackupResponse> =
        Method::new("/admin.v1.BackupService/DrillBackup", 300000, &[Reason::Unavailable], true);

    /// Makes a backup now and returns when it is on disk.
    pub fn create_backup(
        &self,
        request: proto::admin::v1::CreateBackupRequest,
    ) -> Call<'a, proto::admin::v1::CreateBackupRequest, proto::admin::v1::CreateBackupResponse> {
        self.client.call(Self::CREATE_BACKUP, request)
    }

    /// Lists all backups, newest first.
    pub fn list_backups(
        &self,
        request: proto::admin::v1::ListBackupsRequest,
    ) -> Call<'a, proto::admin::v1::ListBackupsRequest, proto::admin::v1::ListBackupsResponse> {
        self.client.call(Self::LIST_BACKUPS, request)
    }

    /// Restores the newest backup into a separate place, decrypts and checks everything in it,
    /// and reports the problems found. The service itself is not changed.
    pub fn drill_backup(
        &self,
        request: proto::admin::v1::DrillBackupRequest,
    ) -> Call<'a, proto::admin::v1::DrillBackupRequest, proto::admin::v1::DrillBackupResponse> {
        self.client.call(Self::DRILL_BACKUP, request)
    }
}

/// Creates, lists and revokes API keys, and lists the plans that they may have. A session may
/// do so for the keys of its own identity, without the permissions. A key of an identity
/// calls the geocode operations alone: no key moves the money of the identity or changes its
/// data.
#[derive(Clone, Copy, Debug)]
pub struct KeyService<'a> {
    client: &'a Client,
}

impl<'a> KeyService<'a> {
    /// Terms of [`KeyService::create_key`].
    pub const CREATE_KEY: Method<proto::admin::v1::CreateKeyRequest, proto::admin::v1::CreateKeyResponse> =
        Method::new("/admin.v1.KeyService/CreateKey", 30000, &[Reason::Unavailable], true);

    /// Terms of [`KeyService::list_keys`].
    pub const LIST_KEYS: Method<proto::admin::v1::ListKeysRequest, proto::admin::v1::ListKeysResponse> =
        Method::new("/admin.v1.KeyService/ListKeys", 30000, &[Reason::Unavailable], false);

    /// Terms of [`KeyService::revoke_key`].
    pub const REVOKE_KEY: Method<proto::admin::v1::RevokeKeyRequest, proto::admin::v1::RevokeKeyResponse> =
        Method::new("/admin.v1.KeyService/RevokeKey", 30000, &[Reason::Unavailable], false);

    /// Terms of [`KeyService::change_plan`].
    pub const CHANGE_PLAN: Method<proto::admin::v1::ChangePlanRequest, proto::admin::v1::ChangePlanResponse> =
        Method::new("/admin.v1.KeyService/ChangePlan", 30000, &[Reason::Unavailable], false);

    /// Terms of [`KeyService::list_plans`].
    pub const LIST_PLANS: Method<proto::admin::v1::ListPlansRequest, proto::admin::v1::ListPlansResponse> =
        Method::new("/admin.v1.KeyService/ListPlans", 30000, &[Reason::Unavailable], false);

    /// Creates a key. Its secret is returned only in this response. An identity has at most 100
    /// keys that are not revoked, and creates at most 100 in a day, by sessions with a fresh
    /// proof of it.
    pub fn create_key(
        &self,
        request: proto::admin::v1::CreateKeyRequest,
    ) -> Call<'a, proto::admin::v1::CreateKeyRequest, proto::admin::v1::CreateKeyResponse> {
        self.client.call(Self::CREATE_KEY, request)
    }

    /// Lists keys, including revoked ones, newest first: all of them unless the request says
    /// otherwise.
    pub fn list_keys(
        &self,
        request: proto::admin::v1::ListKeysRequest,
    ) -> Call<'a, proto::admin::v1::ListKeysRequest, proto::admin::v1::ListKeysResponse> {
        self.client.call(Self::LIST_KEYS, request)
    }

    /// Lists keys, including revoked ones, newest first: all of them unless the request says
    /// otherwise. Yields the items of all pages, and asks for a page when it is needed.
    pub fn list_keys_items(&self, request: proto::admin::v1::ListKeysRequest) -> AnswerStream<proto::admin::v1::Key> {
        self.client.items(request)
    }

    /// Revokes a key immediately. Revoking it again changes nothing.
    pub fn revoke_key(
        &self,
        request: proto::admin::v1::RevokeKeyRequest,
    ) -> Call<'a, proto::admin::v1::RevokeKeyRequest, proto::admin::v1::RevokeKeyResponse> {
        self.client.call(Self::REVOKE_KEY, request)
    }

    /// Moves a key to another plan, whose limits hold for its next call: in the process that is
    /// asked at once, in others within a second. A key that is revoked is refused with
    /// STATE_INVALID.
    pub fn change_plan(
        &self,
        request: proto::admin::v1::ChangePlanRequest,
    ) -> Call<'a, proto::admin::v1::ChangePlanRequest, proto::admin::v1::ChangePlanResponse> {
        self.client.call(Self::CHANGE_PLAN, request)
    }

    /// Lists the plans that keys may have. Plans of the service itself are listed only to callers
    /// with the permission `keys:list`.
    pub fn list_plans(
        &self,
        request: proto::admin::v1::ListPlansRequest,
    ) -> Call<'a, proto::admin::v1::ListPlansRequest, proto::admin::v1::ListPlansResponse> {
        self.client.call(Self::LIST_PLANS, request)
    }
}

impl Paged for proto::admin::v1::ListKeysRequest {
    type Answer = proto::admin::v1::ListKeysResponse;
    type Item = proto::admin::v1::Key;
    const METHOD: Method<Self, Self::Answer> = KeyService::LIST_KEYS;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.keys, answer.next_page_token)
    }
}

/// Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
#[derive(Clone, Copy, Debug)]
pub struct LedgerService<'a> {
    client: &'a Client,
}

impl<'a> LedgerService<'a> {
    /// Terms of [`LedgerService::deposit`].
    pub const DEPOSIT: Method<proto::admin::v1::DepositRequest, proto::admin::v1::DepositResponse> =
        Method::new("/admin.v1.LedgerService/Deposit", 30000, &[Reason::Unavailable], true);

    /// Terms of [`LedgerService::withdraw`].
    pub const WITHDRAW: Method<proto::admin::v1::WithdrawRequest, proto::admin::v1::WithdrawResponse> =
        Method::new("/admin.v1.LedgerService/Withdraw", 30000, &[Reason::Unavailable], true);

    /// Terms of [`LedgerService::release_hold`].
    pub const RELEASE_HOLD: Method<proto::admin::v1::ReleaseHoldRequest, proto::admin::v1::ReleaseHoldResponse> =
        Method::new("/admin.v1.LedgerService/ReleaseHold", 30000, &[Reason::Unavailable], true);

    /// Terms of [`LedgerService::reverse_transaction`].
    pub const REVERSE_TRANSACTION: Method<
        proto::admin::v1::ReverseTransactionRequest,
        proto::admin::v1::ReverseTransactionResponse,
    > = Method::new("/admin.v1.LedgerService/ReverseTransaction", 30000, &[Reason::Unavailable], true);

    /// Terms of [`LedgerService::freeze_wallet`].
    pub const FREEZE_WALLET: Method<proto::admin::v1::FreezeWalletRequest, proto::admin::v1::FreezeWalletResponse> =
        Method::new("/admin.v1.LedgerService/FreezeWallet", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::set_rate`].
    pub const SET_RATE: Method<proto::admin::v1::SetRateRequest, proto::admin::v1::SetRateResponse> =
        Method::new("/admin.v1.LedgerService/SetRate", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::get_ledger_policy`].
    pub const GET_LEDGER_POLICY: Method<
        proto::admin::v1::GetLedgerPolicyRequest,
        proto::admin::v1::GetLedgerPolicyResponse,
    > = Method::new("/admin.v1.LedgerService/GetLedgerPolicy", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::check_ledger`].
    pub const CHECK_LEDGER: Method<proto::admin::v1::CheckLedgerRequest, proto::admin::v1::CheckLedgerResponse> =
        Method::new("/admin.v1.LedgerService/CheckLedger", 30000, &[], false);

    /// Terms of [`LedgerService::get_ledger_check`].
    pub const GET_LEDGER_CHECK: Method<
        proto::admin::v1::GetLedgerCheckRequest,
        proto::admin::v1::GetLedgerCheckResponse,
    > = Method::new("/admin.v1.LedgerService/GetLedgerCheck", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::dismiss_losses`].
    pub const DISMISS_LOSSES: Method<proto::admin::v1::DismissLossesRequest, proto::admin::v1::DismissLossesResponse> =
        Method::new("/admin.v1.LedgerService/DismissLosses", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::get_ledger_head`].
    pub const GET_LEDGER_HEAD: Method<proto::admin::v1::GetLedgerHeadRequest, proto::admin::v1::GetLedgerHeadResponse> =
        Method::new("/admin.v1.LedgerService/GetLedgerHead", 30000, &[Reason::Unavailable], false);

    /// Terms of [`LedgerService::export_ledger`].
    pub const EXPORT_LEDGER: Method<proto::admin::v1::ExportLedgerRequest, proto::admin::v1::ExportLedgerResponse> =
        Method::new("/admin.v1.LedgerService/ExportLedger", 60000, &[Reason::Unavailable], false);

    /// Deposits money into a wallet from the issuance account of its asset. On a server that runs
    /// with `DEVELOPMENT=1` this is the faucet, for whoever has the key in `operator.key` in
    /// `DATA_DIR`.
    pub fn deposit(
        &self,
        request: proto::admin::v1::DepositRequest,
    ) -> Call<'a, proto::admin::v1::DepositRequest, proto::admin::v1::DepositResponse> {
        self.client.call(Self::DEPOSIT, request)
    }

    /// Withdraws money from a wallet to the issuance account of its asset.
    pub fn withdraw(
        &self,
        request: proto::admin::v1::WithdrawRequest,
    ) -> Call<'a, proto::admin::v1::WithdrawRequest, proto::admin::v1::WithdrawResponse> {
        self.client.call(Self::WITHDRAW, request)
    }

    /// Ends a hold in favour of its sender, who gets back what is left of it.
    pub fn release_hold(
        &self,
        request: proto::admin::v1::ReleaseHoldRequest,
    ) -> Call<'a, proto::admin::v1::ReleaseHoldRequest, proto::admin::v1::ReleaseHoldResponse> {
        self.client.call(Self::RELEASE_HOLD, request)
    }

    /// Reverses a completed transaction in whole or in part: gives back to its sender what its
    /// recipient holds of it. The recipient's wallet may be frozen. All reversals of a
    /// transaction together are never more than its amount, and those of a hold and of its
    /// captures never more than was captured.
    pub fn reverse_transaction(
        &self,
        request: proto::admin::v1::ReverseTransactionRequest,
    ) -> Call<'a, proto::admin::v1::ReverseTransactionRequest, proto::admin::v1::ReverseTransactionResponse> {
        self.client.call(Self::REVERSE_TRANSACTION, request)
    }

    /// Freezes or unfreezes a wallet.
    pub fn freeze_wallet(
        &self,
        request: proto::admin::v1::FreezeWalletRequest,
    ) -> Call<'a, proto::admin::v1::FreezeWalletRequest, proto::admin::v1::FreezeWalletResponse> {
        self.client.call(Self::FREEZE_WALLET, request)
    }

    /// Sets a rate manually. Once the call is answered, no process of the database quotes or
    /// exchanges at an earlier rate, except by quotes that were given before. The rate applies
    /// until it is stale.
    pub fn set_rate(
        &self,
        request: proto::admin::v1::SetRateRequest,
    ) -> Call<'a, proto::admin::v1::SetRateRequest, proto::admin::v1::SetRateResponse> {
        self.client.call(Self::SET_RATE, request)
    }

    /// Reads the fees, limits and currencies in force.
    pub fn get_ledger_policy(
        &self,
        request: proto::admin::v1::GetLedgerPolicyRequest,
    ) -> Call<'a, proto::admin::v1::GetLedgerPolicyRequest, proto::admin::v1::GetLedgerPolicyResponse> {
        self.client.call(Self::GET_LEDGER_POLICY, request)
    }

    /// Starts a replay of the whole ledger unless one is running, and returns its progress.
    pub fn check_ledger(
        &self,
        request: proto::admin::v1::CheckLedgerRequest,
    ) -> Call<'a, proto::admin::v1::CheckLedgerRequest, proto::admin::v1::CheckLedgerResponse> {
        self.client.call(Self::CHECK_LEDGER, request)
    }

    /// Reads the progress or the findings of the last replay.
    pub fn get_ledger_check(
        &self,
        request: proto::admin::v1::GetLedgerCheckRequest,
    ) -> Call<'a, proto::admin::v1::GetLedgerCheckRequest, proto::admin::v1::GetLedgerCheckResponse> {
        self.client.call(Self::GET_LEDGER_CHECK, request)
    }

    /// Has losses that a check has named forgotten, once they are dealt with. Applies to what the
    /// process that answers has acknowledged itself.
    pub fn dismiss_losses(
        &self,
        request: proto::admin::v1::DismissLossesRequest,
    ) -> Call<'a, proto::admin::v1::DismissLossesRequest, proto::admin::v1::DismissLossesResponse> {
        self.client.call(Self::DISMISS_LOSSES, request)
    }

    /// Reads the head of the tree of the ledger's batches (RFC 6962). Whoever keeps a head can
    /// have it proven later that the ledger was only added to since.
    pub fn get_ledger_head(
        &self,
        request: proto::admin::v1::GetLedgerHeadRequest,
    ) -> Call<'a, proto::admin::v1::GetLedgerHeadRequest, proto::admin::v1::GetLedgerHeadResponse> {
        self.client.call(Self::GET_LEDGER_HEAD, request)
    }

    /// Exports batches of the ledger with the canonical bytes of their entries, from which the
    /// ledger can be replayed elsewhere.
    pub fn export_ledger(
        &self,
        request: proto::admin::v1::ExportLedgerRequest,
    ) -> Call<'a, proto::admin::v1::ExportLedgerRequest, proto::admin::v1::ExportLedgerResponse> {
        self.client.call(Self::EXPORT_LEDGER, request)
    }
}

/// Reads the messages that are kept in memory while no server is configured that sends them.
#[derive(Clone, Copy, Debug)]
pub struct OutboxService<'a> {
    client: &'a Client,
}

impl<'a> OutboxService<'a> {
    /// Terms of [`OutboxService::list_messages`].
    pub const LIST_MESSAGES: Method<proto::admin::v1::ListMessagesRequest, proto::admin::v1::ListMessagesResponse> =
        Method::new("/admin.v1.OutboxService/ListMessages", 30000, &[Reason::Unavailable], false);

    /// Lists the last 100 messages that this server kept instead of sending them, newest first.
    /// They contain verification codes. A server that runs with `DEVELOPMENT=1` keeps a key for
    /// it in `operator.key` in `DATA_DIR`.
    pub fn list_messages(
        &self,
        request: proto::admin::v1::ListMessagesRequest,
    ) -> Call<'a, proto::admin::v1::ListMessagesRequest, proto::admin::v1::ListMessagesResponse> {
        self.client.call(Self::LIST_MESSAGES, request)
    }
}

/// Tells which processes serve, and how they are. Each writes its heartbeat to the database
/// that they share.
#[derive(Clone, Copy, Debug)]
pub struct ProcessService<'a> {
    client: &'a Client,
}

impl<'a> ProcessService<'a> {
    /// Terms of [`ProcessService::list_processes`].
    pub const LIST_PROCESSES: Method<proto::admin::v1::ListProcessesRequest, proto::admin::v1::ListProcessesResponse> =
        Method::new("/admin.v1.ProcessService/ListProcesses", 30000, &[Reason::Unavailable], false);

    /// Lists the processes that use the service's database, oldest first. A process that shut
    /// down is no longer listed; one that was killed, or has lost the database, is listed as
    /// silent for a day.
    pub fn list_processes(
        &self,
        request: proto::admin::v1::ListProcessesRequest,
    ) -> Call<'a, proto::admin::v1::ListProcessesRequest, proto::admin::v1::ListProcessesResponse> {
        self.client.call(Self::LIST_PROCESSES, request)
    }
}

/// Tells how API keys and the sessions of identities are used: their calls over time, their
/// place in the limits of their plan, and why calls were refused. Calls appear within a few
/// seconds. Payloads are never recorded.
#[derive(Clone, Copy, Debug)]
pub struct UsageService<'a> {
    client: &'a Client,
}

impl<'a> UsageService<'a> {
    /// Terms of [`UsageService::get_usage`].
    pub const GET_USAGE: Method<proto::admin::v1::GetUsageRequest, proto::admin::v1::GetUsageResponse> =
        Method::new("/admin.v1.UsageService/GetUsage", 30000, &[Reason::Unavailable], false);

    /// Terms of [`UsageService::get_rate`].
    pub const GET_RATE: Method<proto::admin::v1::GetRateRequest, proto::admin::v1::GetRateResponse> =
        Method::new("/admin.v1.UsageService/GetRate", 30000, &[Reason::Unavailable], false);

    /// Terms of [`UsageService::list_refusals`].
    pub const LIST_REFUSALS: Method<proto::admin::v1::ListRefusalsRequest, proto::admin::v1::ListRefusalsResponse> =
        Method::new("/admin.v1.UsageService/ListRefusals", 30000, &[Reason::Unavailable], false);

    /// Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
    pub fn get_usage(
        &self,
        request: proto::admin::v1::GetUsageRequest,
    ) -> Call<'a, proto::admin::v1::GetUsageRequest, proto::admin::v1::GetUsageResponse> {
        self.client.call(Self::GET_USAGE, request)
    }

    /// Reads how much of its plan a key uses now, or the sessions of an identity together. Calls
    /// in the window are those of all processes on a database server, and calls at once those of
    /// the process that answers.
    pub fn get_rate(
        &self,
        request: proto::admin::v1::GetRateRequest,
    ) -> Call<'a, proto::admin::v1::GetRateRequest, proto::admin::v1::GetRateResponse> {
        self.client.call(Self::GET_RATE, request)
    }

    /// Lists refused and failed calls, the newest first: the last 100 of each key, and of the
    /// sessions of each identity, of the last 31 days. A call with a revoked key is recorded
    /// under that key.
    pub fn list_refusals(
        &self,
        request: proto::admin::v1::ListRefusalsRequest,
    ) -> Call<'a, proto::admin::v1::ListRefusalsRequest, proto::admin::v1::ListRefusalsResponse> {
        self.client.call(Self::LIST_REFUSALS, request)
    }

    /// Lists refused and failed calls, the newest first: the last 100 of each key, and of the
    /// sessions of each identity, of the last 31 days. A call with a revoked key is recorded
    /// under that key. Yields the items of all pages, and asks for a page when it is needed.
    pub fn list_refusals_items(
        &self,
        request: proto::admin::v1::ListRefusalsRequest,
    ) -> AnswerStream<proto::admin::v1::Refusal> {
        self.client.items(request)
    }
}

impl Paged for proto::admin::v1::ListRefusalsRequest {
    type Answer = proto::admin::v1::ListRefusalsResponse;
    type Item = proto::admin::v1::Refusal;
    const METHOD: Method<Self, Self::Answer> = UsageService::LIST_REFUSALS;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.refusals, answer.next_page_token)
    }
}

/// Reports the state of the vault's keys and rotates them. No response ever contains a key.
#[derive(Clone, Copy, Debug)]
pub struct VaultService<'a> {
    client: &'a Client,
}

impl<'a> VaultService<'a> {
    /// Terms of [`VaultService::get_vault_status`].
    pub const GET_VAULT_STATUS: Method<
        proto::admin::v1::GetVaultStatusRequest,
        proto::admin::v1::GetVaultStatusResponse,
    > = Method::new("/admin.v1.VaultService/GetVaultStatus", 30000, &[Reason::Unavailable], false);

    /// Terms of [`VaultService::rotate_vault`].
    pub const ROTATE_VAULT: Method<proto::admin::v1::RotateVaultRequest, proto::admin::v1::RotateVaultResponse> =
        Method::new("/admin.v1.VaultService/RotateVault", 30000, &[Reason::Unavailable], true);

    /// Reports which key-encryption key is in use, and since when.
    pub fn get_vault_status(
        &self,
        request: proto::admin::v1::GetVaultStatusRequest,
    ) -> Call<'a, proto::admin::v1::GetVaultStatusRequest, proto::admin::v1::GetVaultStatusResponse> {
        self.client.call(Self::GET_VAULT_STATUS, request)
    }

    /// Replaces the active key-encryption key now, for example after a possible exposure, and
    /// returns the new state.
    pub fn rotate_vault(
        &self,
        request: proto::admin::v1::RotateVaultRequest,
    ) -> Call<'a, proto::admin::v1::RotateVaultRequest, proto::admin::v1::RotateVaultResponse> {
        self.client.call(Self::ROTATE_VAULT, request)
    }
}

/// Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests
/// get equal responses. Every call needs credentials and counts against the limits of their
/// plan. A failure has one of the reasons of `fault.v1.Reason`.
#[derive(Clone, Copy, Debug)]
pub struct GeocodeService<'a> {
    client: &'a Client,
}

impl<'a> GeocodeService<'a> {
    /// Terms of [`GeocodeService::transform`].
    pub const TRANSFORM: Method<proto::geocode::v1::TransformRequest, proto::geocode::v1::TransformResponse> =
        Method::new(
            "/geocode.v1.GeocodeService/Transform",
            60000,
            &[Reason::Unavailable, Reason::RateLimitExceeded],
            false,
        );

    /// Terms of [`GeocodeService::encode`].
    pub const ENCODE: Method<proto::geocode::v1::EncodeRequest, proto::geocode::v1::EncodeResponse> = Method::new(
        "/geocode.v1.GeocodeService/Encode",
        60000,
        &[Reason::Unavailable, Reason::RateLimitExceeded],
        false,
    );

    /// Terms of [`GeocodeService::decode`].
    pub const DECODE: Method<proto::geocode::v1::DecodeRequest, proto::geocode::v1::DecodeResponse> = Method::new(
        "/geocode.v1.GeocodeService/Decode",
        60000,
        &[Reason::Unavailable, Reason::RateLimitExceeded],
        false,
    );

    /// Terms of [`GeocodeService::jitterbug`].
    pub const JITTERBUG: Method<proto::geocode::v1::JitterbugRequest, proto::geocode::v1::JitterbugResponse> =
        Method::new(
            "/geocode.v1.GeocodeService/Jitterbug",
            60000,
            &[Reason::Unavailable, Reason::RateLimitExceeded],
            false,
        );

    /// Terms of [`GeocodeService::phi_resonance`].
    pub const PHI_RESONANCE: Method<proto::geocode::v1::PhiResonanceRequest, proto::geocode::v1::PhiResonanceResponse> =
        Method::new(
            "/geocode.v1.GeocodeService/PhiResonance",
            60000,
            &[Reason::Unavailable, Reason::RateLimitExceeded],
            false,
        );

    /// Terms of [`GeocodeService::r_space`].
    pub const R_SPACE: Method<proto::geocode::v1::RSpaceRequest, proto::geocode::v1::RSpaceResponse> = Method::new(
        "/geocode.v1.GeocodeService/RSpace",
        60000,
        &[Reason::Unavailable, Reason::RateLimitExceeded],
        false,
    );

    /// Moves a vector between spaces of 3 to 13 dimensions.
    pub fn transform(
        &self,
        request: proto::geocode::v1::TransformRequest,
    ) -> Call<'a, proto::geocode::v1::TransformRequest, proto::geocode::v1::TransformResponse> {
        self.client.call(Self::TRANSFORM, request)
    }

    /// Encodes data as weights on the vertices of a regular polyhedron.
    pub fn encode(
        &self,
        request: proto::geocode::v1::EncodeRequest,
    ) -> Call<'a, proto::geocode::v1::EncodeRequest, proto::geocode::v1::EncodeResponse> {
        self.client.call(Self::ENCODE, request)
    }

    /// Decodes weights on the vertices of a regular polyhedron into a vector.
    pub fn decode(
        &self,
        request: proto::geocode::v1::DecodeRequest,
    ) -> Call<'a, proto::geocode::v1::DecodeRequest, proto::geocode::v1::DecodeResponse> {
        self.client.call(Self::DECODE, request)
    }

    /// Folds one regular polyhedron, and the values on it, into another.
    pub fn jitterbug(
        &self,
        request: proto::geocode::v1::JitterbugRequest,
    ) -> Call<'a, proto::geocode::v1::JitterbugRequest, proto::geocode::v1::JitterbugResponse> {
        self.client.call(Self::JITTERBUG, request)
    }

    /// Measures how closely a sequence follows golden growth, or changes it to follow more
    /// closely.
    pub fn phi_resonance(
        &self,
        request: proto::geocode::v1::PhiResonanceRequest,
    ) -> Call<'a, proto::geocode::v1::PhiResonanceRequest, proto::geocode::v1::PhiResonanceResponse> {
        self.client.call(Self::PHI_RESONANCE, request)
    }

    /// Transforms data in the space of the residues of a prime.
    pub fn r_space(
        &self,
        request: proto::geocode::v1::RSpaceRequest,
    ) -> Call<'a, proto::geocode::v1::RSpaceRequest, proto::geocode::v1::RSpaceResponse> {
        self.client.call(Self::R_SPACE, request)
    }
}

/// Authentication by a rotating signed token, and the sessions that it opens.
#[derive(Clone, Copy, Debug)]
pub struct AuthenticationService<'a> {
    client: &'a Client,
}

impl<'a> AuthenticationService<'a> {
    /// Terms of [`AuthenticationService::create_challenge`].
    pub const CREATE_CHALLENGE: Method<
        proto::identity::v1::CreateChallengeRequest,
        proto::identity::v1::CreateChallengeResponse,
    > = Method::new("/identity.v1.AuthenticationService/CreateChallenge", 30000, &[], false);

    /// Terms of [`AuthenticationService::request_token`].
    pub const REQUEST_TOKEN: Method<
        proto::identity::v1::RequestTokenRequest,
        proto::identity::v1::RequestTokenResponse,
    > = Method::new("/identity.v1.AuthenticationService/RequestToken", 30000, &[], false);

    /// Terms of [`AuthenticationService::authenticate`].
    pub const AUTHENTICATE: Method<
        proto::identity::v1::AuthenticateRequest,
        proto::identity::v1::AuthenticateResponse,
    > = Method::new("/identity.v1.AuthenticationService/Authenticate", 30000, &[], false);

    /// Terms of [`AuthenticationService::logout`].
    pub const LOGOUT: Method<proto::identity::v1::LogoutRequest, proto::identity::v1::LogoutResponse> =
        Method::new("/identity.v1.AuthenticationService/Logout", 30000, &[Reason::Unavailable], false);

    /// Terms of [`AuthenticationService::issue_jwt`].
    pub const ISSUE_JWT: Method<proto::identity::v1::IssueJwtRequest, proto::identity::v1::IssueJwtResponse> =
        Method::new("/identity.v1.AuthenticationService/IssueJwt", 30000, &[], false);

    /// Terms of [`AuthenticationService::list_sessions`].
    pub const LIST_SESSIONS: Method<
        proto::identity::v1::ListSessionsRequest,
        proto::identity::v1::ListSessionsResponse,
    > = Method::new("/identity.v1.AuthenticationService/ListSessions", 30000, &[Reason::Unavailable], false);

    /// Terms of [`AuthenticationService::revoke_session`].
    pub const REVOKE_SESSION: Method<
        proto::identity::v1::RevokeSessionRequest,
        proto::identity::v1::RevokeSessionResponse,
    > = Method::new("/identity.v1.AuthenticationService/RevokeSession", 30000, &[Reason::Unavailable], false);

    /// Terms of [`AuthenticationService::revoke_all_sessions`].
    pub const REVOKE_ALL_SESSIONS: Method<
        proto::identity::v1::RevokeAllSessionsRequest,
        proto::identity::v1::RevokeAllSessionsResponse,
    > = Method::new("/identity.v1.AuthenticationService/RevokeAllSessions", 30000, &[Reason::Unavailable], false);

    /// Terms of [`AuthenticationService::list_authentication_events`].
    pub const LIST_AUTHENTICATION_EVENTS: Method<
        proto::identity::v1::ListAuthenticationEventsRequest,
        proto::identity::v1::ListAuthenticationEventsResponse,
    > = Method::new(
        "/identity.v1.AuthenticationService/ListAuthenticationEvents",
        30000,
        &[Reason::Unavailable],
        false,
    );

    /// Returns what a client needs to mint a token: a nonce that the token may carry, its
    /// audience, and its rotation window. A token with the nonce must keep to the request: its
    /// client, its scope if there is one, and its lifetime.
    pub fn create_challenge(
        &self,
        request: proto::identity::v1::CreateChallengeRequest,
    ) -> Call<'a, proto::identity::v1::CreateChallengeRequest, proto::identity::v1::CreateChallengeResponse> {
        self.client.call(Self::CREATE_CHALLENGE, request)
    }

    /// Mints a token for an identity whose signing key is in the vault. A session that is opened
    /// by a token which another session requested has no higher level, no more rights and no
    /// later end than that session, and ends with it.
    pub fn request_token(
        &self,
        request: proto::identity::v1::RequestTokenRequest,
    ) -> Call<'a, proto::identity::v1::RequestTokenRequest, proto::identity::v1::RequestTokenResponse> {
        self.client.call(Self::REQUEST_TOKEN, request)
    }

    /// Verifies and consumes a token and opens a session. A rejected token is a successful call
    /// with `success` false.
    pub fn authenticate(
        &self,
        request: proto::identity::v1::AuthenticateRequest,
    ) -> Call<'a, proto::identity::v1::AuthenticateRequest, proto::identity::v1::AuthenticateResponse> {
        self.client.call(Self::AUTHENTICATE, request)
    }

    /// Ends the caller's session.
    pub fn logout(
        &self,
        request: proto::identity::v1::LogoutRequest,
    ) -> Call<'a, proto::identity::v1::LogoutRequest, proto::identity::v1::LogoutResponse> {
        self.client.call(Self::LOGOUT, request)
    }

    /// Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust
    /// the keys at `/.well-known/jwks.json`. It carries the permissions of the session and its
    /// level (claim `acr`), is for one service alone, and cannot be revoked before it expires.
    pub fn issue_jwt(
        &self,
        request: proto::identity::v1::IssueJwtRequest,
    ) -> Call<'a, proto::identity::v1::IssueJwtRequest, proto::identity::v1::IssueJwtResponse> {
        self.client.call(Self::ISSUE_JWT, request)
    }

    /// Lists the open sessions of an identity, newest first.
    pub fn list_sessions(
        &self,
        request: proto::identity::v1::ListSessionsRequest,
    ) -> Call<'a, proto::identity::v1::ListSessionsRequest, proto::identity::v1::ListSessionsResponse> {
        self.client.call(Self::LIST_SESSIONS, request)
    }

    /// Ends a session, and those whose tokens it requested. Ending it again changes nothing.
    pub fn revoke_session(
        &self,
        request: proto::identity::v1::RevokeSessionRequest,
    ) -> Call<'a, proto::identity::v1::RevokeSessionRequest, proto::identity::v1::RevokeSessionResponse> {
        self.client.call(Self::REVOKE_SESSION, request)
    }

    /// Ends all sessions of an identity.
    pub fn revoke_all_sessions(
        &self,
        request: proto::identity::v1::RevokeAllSessionsRequest,
    ) -> Call<'a, proto::identity::v1::RevokeAllSessionsRequest, proto::identity::v1::RevokeAllSessionsResponse> {
        self.client.call(Self::REVOKE_ALL_SESSIONS, request)
    }

    /// Lists the authentications of an identity, newest first.
    pub fn list_authentication_events(
        &self,
        request: proto::identity::v1::ListAuthenticationEventsRequest,
    ) -> Call<
        'a,
        proto::identity::v1::ListAuthenticationEventsRequest,
        proto::identity::v1::ListAuthenticationEventsResponse,
    > {
        self.client.call(Self::LIST_AUTHENTICATION_EVENTS, request)
    }

    /// Lists the authentications of an identity, newest first. Yields the items of all pages, and
    /// asks for a page when it is needed.
    pub fn list_authentication_events_items(
        &self,
        request: proto::identity::v1::ListAuthenticationEventsRequest,
    ) -> AnswerStream<proto::identity::v1::AuthenticationEvent> {
        self.client.items(request)
    }
}

impl Paged for proto::identity::v1::ListAuthenticationEventsRequest {
    type Answer = proto::identity::v1::ListAuthenticationEventsResponse;
    type Item = proto::identity::v1::AuthenticationEvent;
    const METHOD: Method<Self, Self::Answer> = AuthenticationService::LIST_AUTHENTICATION_EVENTS;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.events, answer.next_page_token)
    }
}

/// Managed identities and their keys.
#[derive(Clone, Copy, Debug)]
pub struct IdentityService<'a> {
    client: &'a Client,
}

impl<'a> IdentityService<'a> {
    /// Terms of [`IdentityService::create_identity`].
    pub const CREATE_IDENTITY: Method<
        proto::identity::v1::CreateIdentityRequest,
        proto::identity::v1::CreateIdentityResponse,
    > = Method::new("/identity.v1.IdentityService/CreateIdentity", 30000, &[Reason::Unavailable], true);

    /// Terms of [`IdentityService::get_identity`].
    pub const GET_IDENTITY: Method<proto::identity::v1::GetIdentityRequest, proto::identity::v1::GetIdentityResponse> =
        Method::new("/identity.v1.IdentityService/GetIdentity", 30000, &[Reason::Unavailable], false);

    /// Terms of [`IdentityService::update_identity`].
    pub const UPDATE_IDENTITY: Method<
        proto::identity::v1::UpdateIdentityRequest,
        proto::identity::v1::UpdateIdentityResponse,
    > = Method::new("/identity.v1.IdentityService/UpdateIdentity", 30000, &[Reason::Unavailable], true);

    /// Terms of [`IdentityService::list_signing_keys`].
    pub const LIST_SIGNING_KEYS: Method<
        proto::identity::v1::ListSigningKeysRequest,
        proto::identity::v1::ListSigningKeysResponse,
    > = Method::new("/identity.v1.IdentityService/ListSigningKeys", 30000, &[Reason::Unavailable], false);

    /// Terms of [`IdentityService::add_signing_key`].
    pub const ADD_SIGNING_KEY: Method<
        proto::identity::v1::AddSigningKeyRequest,
        proto::identity::v1::AddSigningKeyResponse,
    > = Method::new("/identity.v1.IdentityService/AddSigningKey", 30000, &[Reason::Unavailable], true);

    /// Terms of [`IdentityService::revoke_signing_key`].
    pub const REVOKE_SIGNING_KEY: Method<
        proto::identity::v1::RevokeSigningKeyRequest,
        proto::identity::v1::RevokeSigningKeyResponse,
    > = Method::new("/identity.v1.IdentityService/RevokeSigningKey", 30000, &[Reason::Unavailable], false);

    /// Terms of [`IdentityService::rotate_rotation_key`].
    pub const ROTATE_ROTATION_KEY: Method<
        proto::identity::v1::RotateRotationKeyRequest,
        proto::identity::v1::RotateRotationKeyResponse,
    > = Method::new("/identity.v1.IdentityService/RotateRotationKey", 30000, &[Reason::Unavailable], true);

    /// Creates an identity with its first signing key and rotation key. The rotation key is
    /// returned only in this response. Open to everybody if the server allows open registration.
    pub fn create_identity(
        &self,
        request: proto::identity::v1::CreateIdentityRequest,
    ) -> Call<'a, proto::identity::v1::CreateIdentityRequest, proto::identity::v1::CreateIdentityResponse> {
        self.client.call(Self::CREATE_IDENTITY, request)
    }

    /// Reads an identity.
    pub fn get_identity(
        &self,
        request: proto::identity::v1::GetIdentityRequest,
    ) -> Call<'a, proto::identity::v1::GetIdentityRequest, proto::identity::v1::GetIdentityResponse> {
        self.client.call(Self::GET_IDENTITY, request)
    }

    /// Changes the fields that the request sets. If the request names a version, the update
    /// applies only to that version.
    pub fn update_identity(
        &self,
        request: proto::identity::v1::UpdateIdentityRequest,
    ) -> Call<'a, proto::identity::v1::UpdateIdentityRequest, proto::identity::v1::UpdateIdentityResponse> {
        self.client.call(Self::UPDATE_IDENTITY, request)
    }

    /// Lists the signing keys of an identity, including revoked ones, newest first.
    pub fn list_signing_keys(
        &self,
        request: proto::identity::v1::ListSigningKeysRequest,
    ) -> Call<'a, proto::identity::v1::ListSigningKeysRequest, proto::identity::v1::ListSigningKeysResponse> {
        self.client.call(Self::LIST_SIGNING_KEYS, request)
    }

    /// Adds a signing key: the client's if the request contains one, otherwise one created in the
    /// vault. A mail tells the address of the identity.
    pub fn add_signing_key(
        &self,
        request: proto::identity::v1::AddSigningKeyRequest,
    ) -> Call<'a, proto::identity::v1::AddSigningKeyRequest, proto::identity::v1::AddSigningKeyResponse> {
        self.client.call(Self::ADD_SIGNING_KEY, request)
    }

    /// Revokes a signing key immediately and ends the sessions that it opened. Revoking it again
    /// changes nothing. A session needs a fresh proof of the identity, and cannot revoke the last
    /// key.
    pub fn revoke_signing_key(
        &self,
        request: proto::identity::v1::RevokeSigningKeyRequest,
    ) -> Call<'a, proto::identity::v1::RevokeSigningKeyRequest, proto::identity::v1::RevokeSigningKeyResponse> {
        self.client.call(Self::REVOKE_SIGNING_KEY, request)
    }

    /// Creates a new rotation key, which is returned only in this response. The previous key
    /// stays valid for a day; older ones end.
    pub fn rotate_rotation_key(
        &self,
        request: proto::identity::v1::RotateRotationKeyRequest,
    ) -> Call<'a, proto::identity::v1::RotateRotationKeyRequest, proto::identity::v1::RotateRotationKeyResponse> {
        self.client.call(Self::ROTATE_ROTATION_KEY, request)
    }
}

/// Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED
/// and higher levels require them.
#[derive(Clone, Copy, Debug)]
pub struct ReviewService<'a> {
    client: &'a Client,
}

impl<'a> ReviewService<'a> {
    /// Terms of [`ReviewService::submit_documents`].
    pub const SUBMIT_DOCUMENTS: Method<
        proto::identity::v1::SubmitDocumentsRequest,
        proto::identity::v1::SubmitDocumentsResponse,
    > = Method::new("/identity.v1.ReviewService/SubmitDocuments", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::list_cases`].
    pub const LIST_CASES: Method<proto::identity::v1::ListCasesRequest, proto::identity::v1::ListCasesResponse> =
        Method::new("/identity.v1.ReviewService/ListCases", 30000, &[Reason::Unavailable], false);

    /// Terms of [`ReviewService::get_document`].
    pub const GET_DOCUMENT: Method<proto::identity::v1::GetDocumentRequest, proto::identity::v1::GetDocumentResponse> =
        Method::new("/identity.v1.ReviewService/GetDocument", 30000, &[Reason::Unavailable], false);

    /// Terms of [`ReviewService::decide_case`].
    pub const DECIDE_CASE: Method<proto::identity::v1::DecideCaseRequest, proto::identity::v1::DecideCaseResponse> =
        Method::new("/identity.v1.ReviewService/DecideCase", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::request_compliance`].
    pub const REQUEST_COMPLIANCE: Method<
        proto::identity::v1::RequestComplianceRequest,
        proto::identity::v1::RequestComplianceResponse,
    > = Method::new("/identity.v1.ReviewService/RequestCompliance", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::decide_compliance`].
    pub const DECIDE_COMPLIANCE: Method<
        proto::identity::v1::DecideComplianceRequest,
        proto::identity::v1::DecideComplianceResponse,
    > = Method::new("/identity.v1.ReviewService/DecideCompliance", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::offer_agreement`].
    pub const OFFER_AGREEMENT: Method<
        proto::identity::v1::OfferAgreementRequest,
        proto::identity::v1::OfferAgreementResponse,
    > = Method::new("/identity.v1.ReviewService/OfferAgreement", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::list_agreements`].
    pub const LIST_AGREEMENTS: Method<
        proto::identity::v1::ListAgreementsRequest,
        proto::identity::v1::ListAgreementsResponse,
    > = Method::new("/identity.v1.ReviewService/ListAgreements", 30000, &[Reason::Unavailable], false);

    /// Terms of [`ReviewService::sign_agreement`].
    pub const SIGN_AGREEMENT: Method<
        proto::identity::v1::SignAgreementRequest,
        proto::identity::v1::SignAgreementResponse,
    > = Method::new("/identity.v1.ReviewService/SignAgreement", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ReviewService::approve_agreement`].
    pub const APPROVE_AGREEMENT: Method<
        proto::identity::v1::ApproveAgreementRequest,
        proto::identity::v1::ApproveAgreementResponse,
    > = Method::new("/identity.v1.ReviewService/ApproveAgreement", 30000, &[Reason::Unavailable], true);

    /// Submits documents for a level. Each level has one open case at a time. Further calls add
    /// documents to it until the first reviewer has approved it.
    pub fn submit_documents(
        &self,
        request: proto::identity::v1::SubmitDocumentsRequest,
    ) -> Call<'a, proto::identity::v1::SubmitDocumentsRequest, proto::identity::v1::SubmitDocumentsResponse> {
        self.client.call(Self::SUBMIT_DOCUMENTS, request)
    }

    /// Lists the cases of an identity, or the pending cases of all identities, oldest first.
    pub fn list_cases(
        &self,
        request: proto::identity::v1::ListCasesRequest,
    ) -> Call<'a, proto::identity::v1::ListCasesRequest, proto::identity::v1::ListCasesResponse> {
        self.client.call(Self::LIST_CASES, request)
    }

    /// Reads a document for review.
    pub fn get_document(
        &self,
        request: proto::identity::v1::GetDocumentRequest,
    ) -> Call<'a, proto::identity::v1::GetDocumentRequest, proto::identity::v1::GetDocumentResponse> {
        self.client.call(Self::GET_DOCUMENT, request)
    }

    /// Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS
    /// those of two different reviewers; one rejection ends the case. Reviewers cannot decide on
    /// their own documents.
    pub fn decide_case(
        &self,
        request: proto::identity::v1::DecideCaseRequest,
    ) -> Call<'a, proto::identity::v1::DecideCaseRequest, proto::identity::v1::DecideCaseResponse> {
        self.client.call(Self::DECIDE_CASE, request)
    }

    /// Asks a third party to check the identity. While the case is pending, further calls send
    /// the same request again.
    pub fn request_compliance(
        &self,
        request: proto::identity::v1::RequestComplianceRequest,
    ) -> Call<'a, proto::identity::v1::RequestComplianceRequest, proto::identity::v1::RequestComplianceResponse> {
        self.client.call(Self::REQUEST_COMPLIANCE, request)
    }

    /// Records the decision of the third party. The call is authenticated by the signature of its
    /// message and needs no credentials. The message is that of standardwebhooks.com; its headers
    /// and its body are fields, so that it is the same on every protocol, and `payload` holds
    /// exactly the text that was signed. A repeated message gets the same response and changes
    /// nothing.
    pub fn decide_compliance(
        &self,
        request: proto::identity::v1::DecideComplianceRequest,
    ) -> Call<'a, proto::identity::v1::DecideComplianceRequest, proto::identity::v1::DecideComplianceResponse> {
        self.client.call(Self::DECIDE_COMPLIANCE, request)
    }

    /// Offers an agreement to the representative of an organisation.
    pub fn offer_agreement(
        &self,
        request: proto::identity::v1::OfferAgreementRequest,
    ) -> Call<'a, proto::identity::v1::OfferAgreementRequest, proto::identity::v1::OfferAgreementResponse> {
        self.client.call(Self::OFFER_AGREEMENT, request)
    }

    /// Lists the agreements of an identity, oldest first.
    pub fn list_agreements(
        &self,
        request: proto::identity::v1::ListAgreementsRequest,
    ) -> Call<'a, proto::identity::v1::ListAgreementsRequest, proto::identity::v1::ListAgreementsResponse> {
        self.client.call(Self::LIST_AGREEMENTS, request)
    }

    /// Records the representative's signature of an agreement.
    pub fn sign_agreement(
        &self,
        request: proto::identity::v1::SignAgreementRequest,
    ) -> Call<'a, proto::identity::v1::SignAgreementRequest, proto::identity::v1::SignAgreementResponse> {
        self.client.call(Self::SIGN_AGREEMENT, request)
    }

    /// Records the approval of an administrator, given with a hardware key. The second approval
    /// concludes the agreement; it must come with other credentials and from another identity's
    /// hardware key.
    pub fn approve_agreement(
        &self,
        request: proto::identity::v1::ApproveAgreementRequest,
    ) -> Call<'a, proto::identity::v1::ApproveAgreementRequest, proto::identity::v1::ApproveAgreementResponse> {
        self.client.call(Self::APPROVE_AGREEMENT, request)
    }
}

/// Identity verification: challenges, their responses, and levels.
#[derive(Clone, Copy, Debug)]
pub struct VerificationService<'a> {
    client: &'a Client,
}

impl<'a> VerificationService<'a> {
    /// Terms of [`VerificationService::request_challenge`].
    pub const REQUEST_CHALLENGE: Method<
        proto::identity::v1::RequestChallengeRequest,
        proto::identity::v1::RequestChallengeResponse,
    > = Method::new("/identity.v1.VerificationService/RequestChallenge", 30000, &[Reason::Unavailable], true);

    /// Terms of [`VerificationService::submit_response`].
    pub const SUBMIT_RESPONSE: Method<
        proto::identity::v1::SubmitResponseRequest,
        proto::identity::v1::SubmitResponseResponse,
    > = Method::new("/identity.v1.VerificationService/SubmitResponse", 30000, &[Reason::Unavailable], true);

    /// Terms of [`VerificationService::list_challenges`].
    pub const LIST_CHALLENGES: Method<
        proto::identity::v1::ListChallengesRequest,
        proto::identity::v1::ListChallengesResponse,
    > = Method::new("/identity.v1.VerificationService/ListChallenges", 30000, &[Reason::Unavailable], false);

    /// Terms of [`VerificationService::unlock_factor`].
    pub const UNLOCK_FACTOR: Method<
        proto::identity::v1::UnlockFactorRequest,
        proto::identity::v1::UnlockFactorResponse,
    > = Method::new("/identity.v1.VerificationService/UnlockFactor", 30000, &[Reason::Unavailable], false);

    /// Terms of [`VerificationService::renew_recovery_codes`].
    pub const RENEW_RECOVERY_CODES: Method<
        proto::identity::v1::RenewRecoveryCodesRequest,
        proto::identity::v1::RenewRecoveryCodesResponse,
    > = Method::new("/identity.v1.VerificationService/RenewRecoveryCodes", 30000, &[Reason::Unavailable], true);

    /// Terms of [`VerificationService::get_verification_status`].
    pub const GET_VERIFICATION_STATUS: Method<
        proto::identity::v1::GetVerificationStatusRequest,
        proto::identity::v1::GetVerificationStatusResponse,
    > = Method::new("/identity.v1.VerificationService/GetVerificationStatus", 30000, &[Reason::Unavailable], false);

    /// Terms of [`VerificationService::request_level`].
    pub const REQUEST_LEVEL: Method<
        proto::identity::v1::RequestLevelRequest,
        proto::identity::v1::RequestLevelResponse,
    > = Method::new("/identity.v1.VerificationService/RequestLevel", 30000, &[Reason::Unavailable], true);

    /// Starts a challenge: sends a code, or returns the parameters that the client needs. It ends
    /// a pending challenge of the same method.
    pub fn request_challenge(
        &self,
        request: proto::identity::v1::RequestChallengeRequest,
    ) -> Call<'a, proto::identity::v1::RequestChallengeRequest, proto::identity::v1::RequestChallengeResponse> {
        self.client.call(Self::REQUEST_CHALLENGE, request)
    }

    /// Submits the response to a challenge. A wrong response is a successful call that uses up
    /// one attempt. A challenge is passed by one response: once it has passed, failed or expired,
    /// the answer is `STATE_INVALID`.
    pub fn submit_response(
        &self,
        request: proto::identity::v1::SubmitResponseRequest,
    ) -> Call<'a, proto::identity::v1::SubmitResponseRequest, proto::identity::v1::SubmitResponseResponse> {
        self.client.call(Self::SUBMIT_RESPONSE, request)
    }

    /// Lists the pending challenges of an identity, oldest first, without their parameters.
    pub fn list_challenges(
        &self,
        request: proto::identity::v1::ListChallengesRequest,
    ) -> Call<'a, proto::identity::v1::ListChallengesRequest, proto::identity::v1::ListChallengesResponse> {
        self.client.call(Self::LIST_CHALLENGES, request)
    }

    /// Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a
    /// fresh proof of the identity.
    pub fn unlock_factor(
        &self,
        request: proto::identity::v1::UnlockFactorRequest,
    ) -> Call<'a, proto::identity::v1::UnlockFactorRequest, proto::identity::v1::UnlockFactorResponse> {
        self.client.call(Self::UNLOCK_FACTOR, request)
    }

    /// Issues ten new recovery codes to an identity with a second factor. Those before end at
    /// once, and a notice goes to its e-mail address. A session needs a fresh proof of the
    /// identity.
    pub fn renew_recovery_codes(
        &self,
        request: proto::identity::v1::RenewRecoveryCodesRequest,
    ) -> Call<'a, proto::identity::v1::RenewRecoveryCodesRequest, proto::identity::v1::RenewRecoveryCodesResponse> {
        self.client.call(Self::RENEW_RECOVERY_CODES, request)
    }

    /// Reads the level of an identity, its factors, and what the next level still requires.
    pub fn get_verification_status(
        &self,
        request: proto::identity::v1::GetVerificationStatusRequest,
    ) -> Call<'a, proto::identity::v1::GetVerificationStatusRequest, proto::identity::v1::GetVerificationStatusResponse>
    {
        self.client.call(Self::GET_VERIFICATION_STATUS, request)
    }

    /// Moves an identity to the next level if all of its requirements are proven, or down to any
    /// lower level. Moving down ends the identity's sessions; a session needs a fresh proof for
    /// it. A request for the level that it has changes nothing.
    pub fn request_level(
        &self,
        request: proto::identity::v1::RequestLevelRequest,
    ) -> Call<'a, proto::identity::v1::RequestLevelRequest, proto::identity::v1::RequestLevelResponse> {
        self.client.call(Self::REQUEST_LEVEL, request)
    }
}

/// Tells of movements of money when they happen. Over REST the answers are Server-Sent
/// Events, whose id is the cursor.
#[derive(Clone, Copy, Debug)]
pub struct EventService<'a> {
    client: &'a Client,
}

impl<'a> EventService<'a> {
    /// Terms of [`EventService::watch`].
    pub const WATCH: Method<proto::wallet::v1::WatchRequest, proto::wallet::v1::WatchResponse> =
        Method::new("/wallet.v1.EventService/Watch", 0, &[Reason::Unavailable], false);

    /// Terms of [`EventService::list_events`].
    pub const LIST_EVENTS: Method<proto::wallet::v1::ListEventsRequest, proto::wallet::v1::ListEventsResponse> =
        Method::new("/wallet.v1.EventService/ListEvents", 60000, &[Reason::Unavailable], false);

    /// Terms of [`EventService::watch_all`].
    pub const WATCH_ALL: Method<proto::wallet::v1::WatchAllRequest, proto::wallet::v1::WatchAllResponse> =
        Method::new("/wallet.v1.EventService/WatchAll", 0, &[Reason::Unavailable], false);

    /// Streams each entry that moves money into or out of a wallet, in ledger order, starting
    /// after a cursor. A stream that is opened again with the last cursor misses no entry. The
    /// stream is as it comes: it is not opened again after a break.
    pub fn watch(&self, request: proto::wallet::v1::WatchRequest) -> AnswerStream<proto::wallet::v1::WatchResponse> {
        self.client.stream(Self::WATCH, request)
    }

    /// Reads the next events after a cursor, and waits for the first of them if there is none:
    /// for clients without streams, and for the channel.
    pub fn list_events(
        &self,
        request: proto::wallet::v1::ListEventsRequest,
    ) -> Call<'a, proto::wallet::v1::ListEventsRequest, proto::wallet::v1::ListEventsResponse> {
        self.client.call(Self::LIST_EVENTS, request)
    }

    /// Streams the same entries for all wallets. An entry between two wallets appears once for
    /// each of them. The stream is as it comes: it is not opened again after a break.
    pub fn watch_all(
        &self,
        request: proto::wallet::v1::WatchAllRequest,
    ) -> AnswerStream<proto::wallet::v1::WatchAllResponse> {
        self.client.stream(Self::WATCH_ALL, request)
    }
}

crate::calls::streamed!(proto::wallet::v1::WatchResponse);

crate::calls::streamed!(proto::wallet::v1::WatchAllResponse);

/// Exchange between tokens and currencies. A rejected exchange is a successful call with
/// `success` false.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeService<'a> {
    client: &'a Client,
}

impl<'a> ExchangeService<'a> {
    /// Terms of [`ExchangeService::list_rates`].
    pub const LIST_RATES: Method<proto::wallet::v1::ListRatesRequest, proto::wallet::v1::ListRatesResponse> =
        Method::new("/wallet.v1.ExchangeService/ListRates", 30000, &[Reason::Unavailable], false);

    /// Terms of [`ExchangeService::create_quote`].
    pub const CREATE_QUOTE: Method<proto::wallet::v1::CreateQuoteRequest, proto::wallet::v1::CreateQuoteResponse> =
        Method::new("/wallet.v1.ExchangeService/CreateQuote", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ExchangeService::exchange`].
    pub const EXCHANGE: Method<proto::wallet::v1::ExchangeRequest, proto::wallet::v1::ExchangeResponse> =
        Method::new("/wallet.v1.ExchangeService/Exchange", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ExchangeService::exchange_currencies`].
    pub const EXCHANGE_CURRENCIES: Method<
        proto::wallet::v1::ExchangeCurrenciesRequest,
        proto::wallet::v1::ExchangeCurrenciesResponse,
    > = Method::new("/wallet.v1.ExchangeService/ExchangeCurrencies", 30000, &[Reason::Unavailable], true);

    /// Terms of [`ExchangeService::list_exchanges`].
    pub const LIST_EXCHANGES: Method<
        proto::wallet::v1::ListExchangesRequest,
        proto::wallet::v1::ListExchangesResponse,
    > = Method::new("/wallet.v1.ExchangeService/ListExchanges", 30000, &[Reason::Unavailable], false);

    /// Lists the current rates.
    pub fn list_rates(
        &self,
        request: proto::wallet::v1::ListRatesRequest,
    ) -> Call<'a, proto::wallet::v1::ListRatesRequest, proto::wallet::v1::ListRatesResponse> {
        self.client.call(Self::LIST_RATES, request)
    }

    /// Quotes terms for an exchange, which are valid for seconds.
    pub fn create_quote(
        &self,
        request: proto::wallet::v1::CreateQuoteRequest,
    ) -> Call<'a, proto::wallet::v1::CreateQuoteRequest, proto::wallet::v1::CreateQuoteResponse> {
        self.client.call(Self::CREATE_QUOTE, request)
    }

    /// Exchanges at a quote's terms, or at the current rate.
    pub fn exchange(
        &self,
        request: proto::wallet::v1::ExchangeRequest,
    ) -> Call<'a, proto::wallet::v1::ExchangeRequest, proto::wallet::v1::ExchangeResponse> {
        self.client.call(Self::EXCHANGE, request)
    }

    /// Exchanges one external currency into another.
    pub fn exchange_currencies(
        &self,
        request: proto::wallet::v1::ExchangeCurrenciesRequest,
    ) -> Call<'a, proto::wallet::v1::ExchangeCurrenciesRequest, proto::wallet::v1::ExchangeCurrenciesResponse> {
        self.client.call(Self::EXCHANGE_CURRENCIES, request)
    }

    /// Lists the successful exchanges of a wallet, newest first.
    pub fn list_exchanges(
        &self,
        request: proto::wallet::v1::ListExchangesRequest,
    ) -> Call<'a, proto::wallet::v1::ListExchangesRequest, proto::wallet::v1::ListExchangesResponse> {
        self.client.call(Self::LIST_EXCHANGES, request)
    }

    /// Lists the successful exchanges of a wallet, newest first. Yields the items of all pages,
    /// and asks for a page when it is needed.
    pub fn list_exchanges_items(
        &self,
        request: proto::wallet::v1::ListExchangesRequest,
    ) -> AnswerStream<proto::wallet::v1::ExchangeRecord> {
        self.client.items(request)
    }
}

impl Paged for proto::wallet::v1::ListExchangesRequest {
    type Answer = proto::wallet::v1::ListExchangesResponse;
    type Item = proto::wallet::v1::ExchangeRecord;
    const METHOD: Method<Self, Self::Answer> = ExchangeService::LIST_EXCHANGES;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.exchanges, answer.next_page_token)
    }
}

/// Holds: a transfer in two steps. TransactionService makes them, of orders with
/// `capture_before`. A rejected capture or release is a successful call with `success` false.
/// ResolveTransaction makes its outcome definite, too.
#[derive(Clone, Copy, Debug)]
pub struct HoldService<'a> {
    client: &'a Client,
}

impl<'a> HoldService<'a> {
    /// Terms of [`HoldService::capture_hold`].
    pub const CAPTURE_HOLD: Method<proto::wallet::v1::CaptureHoldRequest, proto::wallet::v1::CaptureHoldResponse> =
        Method::new("/wallet.v1.HoldService/CaptureHold", 30000, &[Reason::Unavailable], true);

    /// Terms of [`HoldService::release_hold`].
    pub const RELEASE_HOLD: Method<proto::wallet::v1::ReleaseHoldRequest, proto::wallet::v1::ReleaseHoldResponse> =
        Method::new("/wallet.v1.HoldService/ReleaseHold", 30000, &[Reason::Unavailable], true);

    /// Terms of [`HoldService::get_hold`].
    pub const GET_HOLD: Method<proto::wallet::v1::GetHoldRequest, proto::wallet::v1::GetHoldResponse> =
        Method::new("/wallet.v1.HoldService/GetHold", 30000, &[Reason::Unavailable], false);

    /// Terms of [`HoldService::list_holds`].
    pub const LIST_HOLDS: Method<proto::wallet::v1::ListHoldsRequest, proto::wallet::v1::ListHoldsResponse> =
        Method::new("/wallet.v1.HoldService/ListHolds", 30000, &[Reason::Unavailable], false);

    /// Captures a hold in whole or in part: its recipient gets the money.
    pub fn capture_hold(
        &self,
        request: proto::wallet::v1::CaptureHoldRequest,
    ) -> Call<'a, proto::wallet::v1::CaptureHoldRequest, proto::wallet::v1::CaptureHoldResponse> {
        self.client.call(Self::CAPTURE_HOLD, request)
    }

    /// Releases a hold: what is left goes back to its sender. The recipient alone may do so
    /// before the time is over.
    pub fn release_hold(
        &self,
        request: proto::wallet::v1::ReleaseHoldRequest,
    ) -> Call<'a, proto::wallet::v1::ReleaseHoldRequest, proto::wallet::v1::ReleaseHoldResponse> {
        self.client.call(Self::RELEASE_HOLD, request)
    }

    /// Reads a hold. Its sender and its recipient may read it.
    pub fn get_hold(
        &self,
        request: proto::wallet::v1::GetHoldRequest,
    ) -> Call<'a, proto::wallet::v1::GetHoldRequest, proto::wallet::v1::GetHoldResponse> {
        self.client.call(Self::GET_HOLD, request)
    }

    /// Lists the holds of a wallet, open and ended, newest first.
    pub fn list_holds(
        &self,
        request: proto::wallet::v1::ListHoldsRequest,
    ) -> Call<'a, proto::wallet::v1::ListHoldsRequest, proto::wallet::v1::ListHoldsResponse> {
        self.client.call(Self::LIST_HOLDS, request)
    }

    /// Lists the holds of a wallet, open and ended, newest first. Yields the items of all pages,
    /// and asks for a page when it is needed.
    pub fn list_holds_items(
        &self,
        request: proto::wallet::v1::ListHoldsRequest,
    ) -> AnswerStream<proto::wallet::v1::Hold> {
        self.client.items(request)
    }
}

impl Paged for proto::wallet::v1::ListHoldsRequest {
    type Answer = proto::wallet::v1::ListHoldsResponse;
    type Item = proto::wallet::v1::Hold;
    const METHOD: Method<Self, Self::Answer> = HoldService::LIST_HOLDS;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.holds, answer.next_page_token)
    }
}

/// Transactions between identities. A rejected transaction is a successful call with
/// `success` false.
#[derive(Clone, Copy, Debug)]
pub struct TransactionService<'a> {
    client: &'a Client,
}

impl<'a> TransactionService<'a> {
    /// Terms of [`TransactionService::create_transaction`].
    pub const CREATE_TRANSACTION: Method<
        proto::wallet::v1::CreateTransactionRequest,
        proto::wallet::v1::CreateTransactionResponse,
    > = Method::new("/wallet.v1.TransactionService/CreateTransaction", 30000, &[Reason::Unavailable], true);

    /// Terms of [`TransactionService::execute_transaction`].
    pub const EXECUTE_TRANSACTION: Method<
        proto::wallet::v1::ExecuteTransactionRequest,
        proto::wallet::v1::ExecuteTransactionResponse,
    > = Method::new("/wallet.v1.TransactionService/ExecuteTransaction", 30000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::transfer`].
    pub const TRANSFER: Method<proto::wallet::v1::TransferRequest, proto::wallet::v1::TransferResponse> =
        Method::new("/wallet.v1.TransactionService/Transfer", 30000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::transfer_batch`].
    pub const TRANSFER_BATCH: Method<
        proto::wallet::v1::TransferBatchRequest,
        proto::wallet::v1::TransferBatchResponse,
    > = Method::new("/wallet.v1.TransactionService/TransferBatch", 60000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::transfer_linked`].
    pub const TRANSFER_LINKED: Method<
        proto::wallet::v1::TransferLinkedRequest,
        proto::wallet::v1::TransferLinkedResponse,
    > = Method::new("/wallet.v1.TransactionService/TransferLinked", 60000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::get_transaction`].
    pub const GET_TRANSACTION: Method<
        proto::wallet::v1::GetTransactionRequest,
        proto::wallet::v1::GetTransactionResponse,
    > = Method::new("/wallet.v1.TransactionService/GetTransaction", 30000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::resolve_transaction`].
    pub const RESOLVE_TRANSACTION: Method<
        proto::wallet::v1::ResolveTransactionRequest,
        proto::wallet::v1::ResolveTransactionResponse,
    > = Method::new("/wallet.v1.TransactionService/ResolveTransaction", 30000, &[Reason::Unavailable], false);

    /// Terms of [`TransactionService::get_receipt`].
    pub const GET_RECEIPT: Method<proto::wallet::v1::GetReceiptRequest, proto::wallet::v1::GetReceiptResponse> =
        Method::new("/wallet.v1.TransactionService/GetReceipt", 30000, &[Reason::Unavailable], false);

    /// Creates a pending transaction, to be executed later. Nothing is created, and `error_code`
    /// says why, if the wallet cannot send or lacks the money, if the recipient is the sender, or
    /// if a signed order is invalid or expired, or not signed by its sender.
    pub fn create_transaction(
        &self,
        request: proto::wallet::v1::CreateTransactionRequest,
    ) -> Call<'a, proto::wallet::v1::CreateTransactionRequest, proto::wallet::v1::CreateTransactionResponse> {
        self.client.call(Self::CREATE_TRANSACTION, request)
    }

    /// Processes a pending transaction. A repeated call returns the first outcome.
    pub fn execute_transaction(
        &self,
        request: proto::wallet::v1::ExecuteTransactionRequest,
    ) -> Call<'a, proto::wallet::v1::ExecuteTransactionRequest, proto::wallet::v1::ExecuteTransactionResponse> {
        self.client.call(Self::EXECUTE_TRANSACTION, request)
    }

    /// Creates and processes a transaction that its sender has signed.
    pub fn transfer(
        &self,
        request: proto::wallet::v1::TransferRequest,
    ) -> Call<'a, proto::wallet::v1::TransferRequest, proto::wallet::v1::TransferResponse> {
        self.client.call(Self::TRANSFER, request)
    }

    /// Creates and processes up to 1,000 transactions under one signature. Each has its own
    /// outcome.
    pub fn transfer_batch(
        &self,
        request: proto::wallet::v1::TransferBatchRequest,
    ) -> Call<'a, proto::wallet::v1::TransferBatchRequest, proto::wallet::v1::TransferBatchResponse> {
        self.client.call(Self::TRANSFER_BATCH, request)
    }

    /// Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence:
    /// a later one may spend what an earlier one brought. If one fails, all fail, and nothing is
    /// moved. The same set gets the same answer whenever it is sent; a set with an id that is
    /// used already is a conflict as a whole.
    pub fn transfer_linked(
        &self,
        request: proto::wallet::v1::TransferLinkedRequest,
    ) -> Call<'a, proto::wallet::v1::TransferLinkedRequest, proto::wallet::v1::TransferLinkedResponse> {
        self.client.call(Self::TRANSFER_LINKED, request)
    }

    /// Reads a transaction, or anything else that the ledger has recorded under an id: a capture
    /// or release of a hold, an exchange, a deposit, a withdrawal, a reversal. Both parties may
    /// read it.
    pub fn get_transaction(
        &self,
        request: proto::wallet::v1::GetTransactionRequest,
    ) -> Call<'a, proto::wallet::v1::GetTransactionRequest, proto::wallet::v1::GetTransactionResponse> {
        self.client.call(Self::GET_TRANSACTION, request)
    }

    /// Returns the outcome of a transaction. With `seal` it voids a transaction that is not done,
    /// so that the outcome is final; the id of somebody else's transaction is a conflict.
    pub fn resolve_transaction(
        &self,
        request: proto::wallet::v1::ResolveTransactionRequest,
    ) -> Call<'a, proto::wallet::v1::ResolveTransactionRequest, proto::wallet::v1::ResolveTransactionResponse> {
        self.client.call(Self::RESOLVE_TRANSACTION, request)
    }

    /// Returns the receipt of a transaction, which proves that it is in the ledger.
    pub fn get_receipt(
        &self,
        request: proto::wallet::v1::GetReceiptRequest,
    ) -> Call<'a, proto::wallet::v1::GetReceiptRequest, proto::wallet::v1::GetReceiptResponse> {
        self.client.call(Self::GET_RECEIPT, request)
    }
}

/// Wallets, their balances and their history.
#[derive(Clone, Copy, Debug)]
pub struct WalletService<'a> {
    client: &'a Client,
}

impl<'a> WalletService<'a> {
    /// Terms of [`WalletService::create_wallet`].
    pub const CREATE_WALLET: Method<proto::wallet::v1::CreateWalletRequest, proto::wallet::v1::CreateWalletResponse> =
        Method::new("/wallet.v1.WalletService/CreateWallet", 30000, &[Reason::Unavailable], true);

    /// Terms of [`WalletService::get_wallet`].
    pub const GET_WALLET: Method<proto::wallet::v1::GetWalletRequest, proto::wallet::v1::GetWalletResponse> =
        Method::new("/wallet.v1.WalletService/GetWallet", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WalletService::get_balance`].
    pub const GET_BALANCE: Method<proto::wallet::v1::GetBalanceRequest, proto::wallet::v1::GetBalanceResponse> =
        Method::new("/wallet.v1.WalletService/GetBalance", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WalletService::get_balances_at`].
    pub const GET_BALANCES_AT: Method<
        proto::wallet::v1::GetBalancesAtRequest,
        proto::wallet::v1::GetBalancesAtResponse,
    > = Method::new("/wallet.v1.WalletService/GetBalancesAt", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WalletService::configure_wallet`].
    pub const CONFIGURE_WALLET: Method<
        proto::wallet::v1::ConfigureWalletRequest,
        proto::wallet::v1::ConfigureWalletResponse,
    > = Method::new("/wallet.v1.WalletService/ConfigureWallet", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WalletService::list_ledger_entries`].
    pub const LIST_LEDGER_ENTRIES: Method<
        proto::wallet::v1::ListLedgerEntriesRequest,
        proto::wallet::v1::ListLedgerEntriesResponse,
    > = Method::new("/wallet.v1.WalletService/ListLedgerEntries", 30000, &[Reason::Unavailable], false);

    /// Creates an empty wallet for an identity.
    pub fn create_wallet(
        &self,
        request: proto::wallet::v1::CreateWalletRequest,
    ) -> Call<'a, proto::wallet::v1::CreateWalletRequest, proto::wallet::v1::CreateWalletResponse> {
        self.client.call(Self::CREATE_WALLET, request)
    }

    /// Reads a wallet: its balances and its configuration.
    pub fn get_wallet(
        &self,
        request: proto::wallet::v1::GetWalletRequest,
    ) -> Call<'a, proto::wallet::v1::GetWalletRequest, proto::wallet::v1::GetWalletResponse> {
        self.client.call(Self::GET_WALLET, request)
    }

    /// Reads the balance of one token in a wallet.
    pub fn get_balance(
        &self,
        request: proto::wallet::v1::GetBalanceRequest,
    ) -> Call<'a, proto::wallet::v1::GetBalanceRequest, proto::wallet::v1::GetBalanceResponse> {
        self.client.call(Self::GET_BALANCE, request)
    }

    /// Reads all balances of a wallet as they were at a moment, or after an entry of the ledger,
    /// exactly. The answer names the entry, so that the question can be repeated.
    pub fn get_balances_at(
        &self,
        request: proto::wallet::v1::GetBalancesAtRequest,
    ) -> Call<'a, proto::wallet::v1::GetBalancesAtRequest, proto::wallet::v1::GetBalancesAtResponse> {
        self.client.call(Self::GET_BALANCES_AT, request)
    }

    /// Replaces the configuration of a wallet. A session needs a fresh proof of its identity for
    /// other addresses.
    pub fn configure_wallet(
        &self,
        request: proto::wallet::v1::ConfigureWalletRequest,
    ) -> Call<'a, proto::wallet::v1::ConfigureWalletRequest, proto::wallet::v1::ConfigureWalletResponse> {
        self.client.call(Self::CONFIGURE_WALLET, request)
    }

    /// Lists the ledger entries of a wallet, newest first.
    pub fn list_ledger_entries(
        &self,
        request: proto::wallet::v1::ListLedgerEntriesRequest,
    ) -> Call<'a, proto::wallet::v1::ListLedgerEntriesRequest, proto::wallet::v1::ListLedgerEntriesResponse> {
        self.client.call(Self::LIST_LEDGER_ENTRIES, request)
    }

    /// Lists the ledger entries of a wallet, newest first. Yields the items of all pages, and
    /// asks for a page when it is needed.
    pub fn list_ledger_entries_items(
        &self,
        request: proto::wallet::v1::ListLedgerEntriesRequest,
    ) -> AnswerStream<proto::wallet::v1::LedgerEntry> {
        self.client.items(request)
    }
}

impl Paged for proto::wallet::v1::ListLedgerEntriesRequest {
    type Answer = proto::wallet::v1::ListLedgerEntriesResponse;
    type Item = proto::wallet::v1::LedgerEntry;
    const METHOD: Method<Self, Self::Answer> = WalletService::LIST_LEDGER_ENTRIES;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.entries, answer.next_page_token)
    }
}

/// Endpoints to which the service posts the events of EventService, for one wallet or for all
/// wallets. Requests without an identity concern the endpoints for all wallets and also need
/// the permission `ledger:watch`.
#[derive(Clone, Copy, Debug)]
pub struct WebhookService<'a> {
    client: &'a Client,
}

impl<'a> WebhookService<'a> {
    /// Terms of [`WebhookService::create_webhook`].
    pub const CREATE_WEBHOOK: Method<
        proto::wallet::v1::CreateWebhookRequest,
        proto::wallet::v1::CreateWebhookResponse,
    > = Method::new("/wallet.v1.WebhookService/CreateWebhook", 30000, &[Reason::Unavailable], true);

    /// Terms of [`WebhookService::list_webhooks`].
    pub const LIST_WEBHOOKS: Method<proto::wallet::v1::ListWebhooksRequest, proto::wallet::v1::ListWebhooksResponse> =
        Method::new("/wallet.v1.WebhookService/ListWebhooks", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WebhookService::update_webhook`].
    pub const UPDATE_WEBHOOK: Method<
        proto::wallet::v1::UpdateWebhookRequest,
        proto::wallet::v1::UpdateWebhookResponse,
    > = Method::new("/wallet.v1.WebhookService/UpdateWebhook", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WebhookService::delete_webhook`].
    pub const DELETE_WEBHOOK: Method<
        proto::wallet::v1::DeleteWebhookRequest,
        proto::wallet::v1::DeleteWebhookResponse,
    > = Method::new("/wallet.v1.WebhookService/DeleteWebhook", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WebhookService::rotate_webhook_secret`].
    pub const ROTATE_WEBHOOK_SECRET: Method<
        proto::wallet::v1::RotateWebhookSecretRequest,
        proto::wallet::v1::RotateWebhookSecretResponse,
    > = Method::new("/wallet.v1.WebhookService/RotateWebhookSecret", 30000, &[Reason::Unavailable], true);

    /// Terms of [`WebhookService::list_deliveries`].
    pub const LIST_DELIVERIES: Method<
        proto::wallet::v1::ListDeliveriesRequest,
        proto::wallet::v1::ListDeliveriesResponse,
    > = Method::new("/wallet.v1.WebhookService/ListDeliveries", 30000, &[Reason::Unavailable], false);

    /// Terms of [`WebhookService::replay_deliveries`].
    pub const REPLAY_DELIVERIES: Method<
        proto::wallet::v1::ReplayDeliveriesRequest,
        proto::wallet::v1::ReplayDeliveriesResponse,
    > = Method::new("/wallet.v1.WebhookService/ReplayDeliveries", 30000, &[Reason::Unavailable], false);

    /// Creates an endpoint. The answer holds its secret, this once. A session needs a fresh proof
    /// of its identity, as for another URL and another secret.
    pub fn create_webhook(
        &self,
        request: proto::wallet::v1::CreateWebhookRequest,
    ) -> Call<'a, proto::wallet::v1::CreateWebhookRequest, proto::wallet::v1::CreateWebhookResponse> {
        self.client.call(Self::CREATE_WEBHOOK, request)
    }

    /// Lists the endpoints, the oldest first.
    pub fn list_webhooks(
        &self,
        request: proto::wallet::v1::ListWebhooksRequest,
    ) -> Call<'a, proto::wallet::v1::ListWebhooksRequest, proto::wallet::v1::ListWebhooksResponse> {
        self.client.call(Self::LIST_WEBHOOKS, request)
    }

    /// Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it
    /// is. What happens while it is paused is delivered afterwards.
    pub fn update_webhook(
        &self,
        request: proto::wallet::v1::UpdateWebhookRequest,
    ) -> Call<'a, proto::wallet::v1::UpdateWebhookRequest, proto::wallet::v1::UpdateWebhookResponse> {
        self.client.call(Self::UPDATE_WEBHOOK, request)
    }

    /// Deletes an endpoint and its log. Nothing is delivered to it any more.
    pub fn delete_webhook(
        &self,
        request: proto::wallet::v1::DeleteWebhookRequest,
    ) -> Call<'a, proto::wallet::v1::DeleteWebhookRequest, proto::wallet::v1::DeleteWebhookResponse> {
        self.client.call(Self::DELETE_WEBHOOK, request)
    }

    /// Makes a new secret. Deliveries are signed with the ones before, too, each until the end
    /// that its replacement promised, so that the receiver can be changed meanwhile. Of several
    /// calls at once, one makes a secret; the others get STATE_INVALID.
    pub fn rotate_webhook_secret(
        &self,
        request: proto::wallet::v1::RotateWebhookSecretRequest,
    ) -> Call<'a, proto::wallet::v1::RotateWebhookSecretRequest, proto::wallet::v1::RotateWebhookSecretResponse> {
        self.client.call(Self::ROTATE_WEBHOOK_SECRET, request)
    }

    /// Lists the attempts to deliver of the last seven days, the newest first: at most the last
    /// 1,000 of an endpoint.
    pub fn list_deliveries(
        &self,
        request: proto::wallet::v1::ListDeliveriesRequest,
    ) -> Call<'a, proto::wallet::v1::ListDeliveriesRequest, proto::wallet::v1::ListDeliveriesResponse> {
        self.client.call(Self::LIST_DELIVERIES, request)
    }

    /// Lists the attempts to deliver of the last seven days, the newest first: at most the last
    /// 1,000 of an endpoint. Yields the items of all pages, and asks for a page when it is
    /// needed.
    pub fn list_deliveries_items(
        &self,
        request: proto::wallet::v1::ListDeliveriesRequest,
    ) -> AnswerStream<proto::wallet::v1::Delivery> {
        self.client.items(request)
    }

    /// Delivers again: the event of an attempt and all that follow it.
    pub fn replay_deliveries(
        &self,
        request: proto::wallet::v1::ReplayDeliveriesRequest,
    ) -> Call<'a, proto::wallet::v1::ReplayDeliveriesRequest, proto::wallet::v1::ReplayDeliveriesResponse> {
        self.client.call(Self::REPLAY_DELIVERIES, request)
    }
}

impl Paged for proto::wallet::v1::ListDeliveriesRequest {
    type Answer = proto::wallet::v1::ListDeliveriesResponse;
    type Item = proto::wallet::v1::Delivery;
    const METHOD: Method<Self, Self::Answer> = WebhookService::LIST_DELIVERIES;

    fn turn_to(&mut self, token: String) {
        self.page_token = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.deliveries, answer.next_page_token)
    }
}

/// Calls the method with a path.
#[cfg(feature = "by-name")]
pub(crate) async fn call_by_name(
    path: &str,
    json: crate::by_name::JsonCall<'_>,
) -> Result<serde_json::Value, crate::Error> {
    match path {
        "/admin.v1.AuditService/ListAuditRecords" => json.call(AuditService::LIST_AUDIT_RECORDS).await,
        "/admin.v1.BackupService/CreateBackup" => json.call(BackupService::CREATE_BACKUP).await,
        "/admin.v1.BackupService/ListBackups" => json.call(BackupService::LIST_BACKUPS).await,
        "/admin.v1.BackupService/DrillBackup" => json.call(BackupService::DRILL_BACKUP).await,
        "/admin.v1.KeyService/CreateKey" => json.call(KeyService::CREATE_KEY).await,
        "/admin.v1.KeyService/ListKeys" => json.call(KeyService::LIST_KEYS).await,
        "/admin.v1.KeyService/RevokeKey" => json.call(KeyService::REVOKE_KEY).await,
        "/admin.v1.KeyService/ChangePlan" => json.call(KeyService::CHANGE_PLAN).await,
        "/admin.v1.KeyService/ListPlans" => json.call(KeyService::LIST_PLANS).await,
        "/admin.v1.LedgerService/Deposit" => json.call(LedgerService::DEPOSIT).await,
        "/admin.v1.LedgerService/Withdraw" => json.call(LedgerService::WITHDRAW).await,
        "/admin.v1.LedgerService/ReleaseHold" => json.call(LedgerService::RELEASE_HOLD).await,
        "/admin.v1.LedgerService/ReverseTransaction" => json.call(LedgerService::REVERSE_TRANSACTION).await,
        "/admin.v1.LedgerService/FreezeWallet" => json.call(LedgerService::FREEZE_WALLET).await,
        "/admin.v1.LedgerService/SetRate" => json.call(LedgerService::SET_RATE).await,
        "/admin.v1.LedgerService/GetLedgerPolicy" => json.call(LedgerService::GET_LEDGER_POLICY).await,
        "/admin.v1.LedgerService/CheckLedger" => json.call(LedgerService::CHECK_LEDGER).await,
        "/admin.v1.LedgerService/GetLedgerCheck" => json.call(LedgerService::GET_LEDGER_CHECK).await,
        "/admin.v1.LedgerService/DismissLosses" => json.call(LedgerService::DISMISS_LOSSES).await,
        "/admin.v1.LedgerService/GetLedgerHead" => json.call(LedgerService::GET_LEDGER_HEAD).await,
        "/admin.v1.LedgerService/ExportLedger" => json.call(LedgerService::EXPORT_LEDGER).await,
        "/admin.v1.OutboxService/ListMessages" => json.call(OutboxService::LIST_MESSAGES).await,
        "/admin.v1.ProcessService/ListProcesses" => json.call(ProcessService::LIST_PROCESSES).await,
        "/admin.v1.UsageService/GetUsage" => json.call(UsageService::GET_USAGE).await,
        "/admin.v1.UsageService/GetRate" => json.call(UsageService::GET_RATE).await,
        "/admin.v1.UsageService/ListRefusals" => json.call(UsageService::LIST_REFUSALS).await,
        "/admin.v1.VaultService/GetVaultStatus" => json.call(VaultService::GET_VAULT_STATUS).await,
        "/admin.v1.VaultService/RotateVault" => json.call(VaultService::ROTATE_VAULT).await,
        "/geocode.v1.GeocodeService/Transform" => json.call(GeocodeService::TRANSFORM).await,
        "/geocode.v1.GeocodeService/Encode" => json.call(GeocodeService::ENCODE).await,
        "/geocode.v1.GeocodeService/Decode" => json.call(GeocodeService::DECODE).await,
        "/geocode.v1.GeocodeService/Jitterbug" => json.call(GeocodeService::JITTERBUG).await,
        "/geocode.v1.GeocodeService/PhiResonance" => json.call(GeocodeService::PHI_RESONANCE).await,
        "/geocode.v1.GeocodeService/RSpace" => json.call(GeocodeService::R_SPACE).await,
        "/identity.v1.AuthenticationService/CreateChallenge" => {
            json.call(AuthenticationService::CREATE_CHALLENGE).await
        }
        "/identity.v1.AuthenticationService/RequestToken" => json.call(AuthenticationService::REQUEST_TOKEN).await,
        "/identity.v1.AuthenticationService/Authenticate" => json.call(AuthenticationService::AUTHENTICATE).await,
        "/identity.v1.AuthenticationService/Logout" => json.call(AuthenticationService::LOGOUT).await,
        "/identity.v1.AuthenticationService/IssueJwt" => json.call(AuthenticationService::ISSUE_JWT).await,
        "/identity.v1.AuthenticationService/ListSessions" => json.call(AuthenticationService::LIST_SESSIONS).await,
        "/identity.v1.AuthenticationService/RevokeSession" => json.call(AuthenticationService::REVOKE_SESSION).await,
        "/identity.v1.AuthenticationService/RevokeAllSessions" => {
            json.call(AuthenticationService::REVOKE_ALL_SESSIONS).await
        }
        "/identity.v1.AuthenticationService/ListAuthenticationEvents" => {
            json.call(AuthenticationService::LIST_AUTHENTICATION_EVENTS).await
        }
        "/identity.v1.IdentityService/CreateIdentity" => json.call(IdentityService::CREATE_IDENTITY).await,
        "/identity.v1.IdentityService/GetIdentity" => json.call(IdentityService::GET_IDENTITY).await,
        "/identity.v1.IdentityService/UpdateIdentity" => json.call(IdentityService::UPDATE_IDENTITY).await,
        "/identity.v1.IdentityService/ListSigningKeys" => json.call(IdentityService::LIST_SIGNING_KEYS).await,
        "/identity.v1.IdentityService/AddSigningKey" => json.call(IdentityService::ADD_SIGNING_KEY).await,
        "/identity.v1.IdentityService/RevokeSigningKey" => json.call(IdentityService::REVOKE_SIGNING_KEY).await,
        "/identity.v1.IdentityService/RotateRotationKey" => json.call(IdentityService::ROTATE_ROTATION_KEY).await,
        "/identity.v1.ReviewService/SubmitDocuments" => json.call(ReviewService::SUBMIT_DOCUMENTS).await,
        "/identity.v1.ReviewService/ListCases" => json.call(ReviewService::LIST_CASES).await,
        "/identity.v1.ReviewService/GetDocument" => json.call(ReviewService::GET_DOCUMENT).await,
        "/identity.v1.ReviewService/DecideCase" => json.call(ReviewService::DECIDE_CASE).await,
        "/identity.v1.ReviewService/RequestCompliance" => json.call(ReviewService::REQUEST_COMPLIANCE).await,
        "/identity.v1.ReviewService/DecideCompliance" => json.call(ReviewService::DECIDE_COMPLIANCE).await,
        "/identity.v1.ReviewService/OfferAgreement" => json.call(ReviewService::OFFER_AGREEMENT).await,
        "/identity.v1.ReviewService/ListAgreements" => json.call(ReviewService::LIST_AGREEMENTS).await,
        "/identity.v1.ReviewService/SignAgreement" => json.call(ReviewService::SIGN_AGREEMENT).await,
        "/identity.v1.ReviewService/ApproveAgreement" => json.call(ReviewService::APPROVE_AGREEMENT).await,
        "/identity.v1.VerificationService/RequestChallenge" => json.call(VerificationService::REQUEST_CHALLENGE).await,
        "/identity.v1.VerificationService/SubmitResponse" => json.call(VerificationService::SUBMIT_RESPONSE).await,
        "/identity.v1.VerificationService/ListChallenges" => json.call(VerificationService::LIST_CHALLENGES).await,
        "/identity.v1.VerificationService/UnlockFactor" => json.call(VerificationService::UNLOCK_FACTOR).await,
        "/identity.v1.VerificationService/RenewRecoveryCodes" => {
            json.call(VerificationService::RENEW_RECOVERY_CODES).await
        }
        "/identity.v1.VerificationService/GetVerificationStatus" => {
            json.call(VerificationService::GET_VERIFICATION_STATUS).await
        }
        "/identity.v1.VerificationService/RequestLevel" => json.call(VerificationService::REQUEST_LEVEL).await,
        "/wallet.v1.EventService/ListEvents" => json.call(EventService::LIST_EVENTS).await,
        "/wallet.v1.ExchangeService/ListRates" => json.call(ExchangeService::LIST_RATES).await,
        "/wallet.v1.ExchangeService/CreateQuote" => json.call(ExchangeService::CREATE_QUOTE).await,
        "/wallet.v1.ExchangeService/Exchange" => json.call(ExchangeService::EXCHANGE).await,
        "/wallet.v1.ExchangeService/ExchangeCurrencies" => json.call(ExchangeService::EXCHANGE_CURRENCIES).await,
        "/wallet.v1.ExchangeService/ListExchanges" => json.call(ExchangeService::LIST_EXCHANGES).await,
        "/wallet.v1.HoldService/CaptureHold" => json.call(HoldService::CAPTURE_HOLD).await,
        "/wallet.v1.HoldService/ReleaseHold" => json.call(HoldService::RELEASE_HOLD).await,
        "/wallet.v1.HoldService/GetHold" => json.call(HoldService::GET_HOLD).await,
        "/wallet.v1.HoldService/ListHolds" => json.call(HoldService::LIST_HOLDS).await,
        "/wallet.v1.TransactionService/CreateTransaction" => json.call(TransactionService::CREATE_TRANSACTION).await,
        "/wallet.v1.TransactionService/ExecuteTransaction" => json.call(TransactionService::EXECUTE_TRANSACTION).await,
        "/wallet.v1.TransactionService/Transfer" => json.call(TransactionService::TRANSFER).await,
        "/wallet.v1.TransactionService/TransferBatch" => json.call(TransactionService::TRANSFER_BATCH).await,
        "/wallet.v1.TransactionService/TransferLinked" => json.call(TransactionService::TRANSFER_LINKED).await,
        "/wallet.v1.TransactionService/GetTransaction" => json.call(TransactionService::GET_TRANSACTION).await,
        "/wallet.v1.TransactionService/ResolveTransaction" => json.call(TransactionService::RESOLVE_TRANSACTION).await,
        "/wallet.v1.TransactionService/GetReceipt" => json.call(TransactionService::GET_RECEIPT).await,
        "/wallet.v1.WalletService/CreateWallet" => json.call(WalletService::CREATE_WALLET).await,
        "/wallet.v1.WalletService/GetWallet" => json.call(WalletService::GET_WALLET).await,
        "/wallet.v1.WalletService/GetBalance" => json.call(WalletService::GET_BALANCE).await,
        "/wallet.v1.WalletService/GetBalancesAt" => json.call(WalletService::GET_BALANCES_AT).await,
        "/wallet.v1.WalletService/ConfigureWallet" => json.call(WalletService::CONFIGURE_WALLET).await,
        "/wallet.v1.WalletService/ListLedgerEntries" => json.call(WalletService::LIST_LEDGER_ENTRIES).await,
        "/wallet.v1.WebhookService/CreateWebhook" => json.call(WebhookService::CREATE_WEBHOOK).await,
        "/wallet.v1.WebhookService/ListWebhooks" => json.call(WebhookService::LIST_WEBHOOKS).await,
        "/wallet.v1.WebhookService/UpdateWebhook" => json.call(WebhookService::UPDATE_WEBHOOK).await,
        "/wallet.v1.WebhookService/DeleteWebhook" => json.call(WebhookService::DELETE_WEBHOOK).await,
        "/wallet.v1.WebhookService/RotateWebhookSecret" => json.call(WebhookService::ROTATE_WEBHOOK_SECRET).await,
        "/wallet.v1.WebhookService/ListDeliveries" => json.call(WebhookService::LIST_DELIVERIES).await,
        "/wallet.v1.WebhookService/ReplayDeliveries" => json.call(WebhookService::REPLAY_DELIVERIES).await,
        _ => Err(crate::by_name::unknown(path)),
    }
}

/// Collects the items of all pages of the method with a path.
#[cfg(feature = "by-name")]
pub(crate) async fn items_by_name(
    path: &str,
    json: crate::by_name::JsonCall<'_>,
) -> Result<serde_json::Value, crate::Error> {
    match path {
        "/admin.v1.AuditService/ListAuditRecords" => json.items::<proto::admin::v1::ListAuditRecordsRequest>().await,
        "/admin.v1.KeyService/ListKeys" => json.items::<proto::admin::v1::ListKeysRequest>().await,
        "/admin.v1.UsageService/ListRefusals" => json.items::<proto::admin::v1::ListRefusalsRequest>().await,
        "/identity.v1.AuthenticationService/ListAuthenticationEvents" => {
            json.items::<proto::identity::v1::ListAuthenticationEventsRequest>().await
        }
        "/wallet.v1.ExchangeService/ListExchanges" => json.items::<proto::wallet::v1::ListExchangesRequest>().await,
        "/wallet.v1.HoldService/ListHolds" => json.items::<proto::wallet::v1::ListHoldsRequest>().await,
        "/wallet.v1.WalletService/ListLedgerEntries" => {
            json.items::<proto::wallet::v1::ListLedgerEntriesRequest>().await
        }
        "/wallet.v1.WebhookService/ListDeliveries" => json.items::<proto::wallet::v1::ListDeliveriesRequest>().await,
        _ => Err(crate::by_name::unknown(path)),
    }
}
