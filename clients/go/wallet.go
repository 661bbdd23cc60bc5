package platonic

import (
	"context"
	"errors"
	"iter"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"google.golang.org/protobuf/proto"
)

// WalletOptions are the terms on which a wallet pays. Absent fields have defaults.
type WalletOptions struct {
	// Credentials are those of the wallet's identity; by default those of the client. The wallet calls on the other terms of
	// the client.
	Credentials *Credentials
	// Journal keeps what is not settled; by default one in memory, which ends with the process. See [NewFileJournal].
	Journal Journal
	// ConfirmTimeout is the time in which a payment must be confirmed before it is voided: 30 s by default.
	ConfirmTimeout time.Duration
	// Retries is how often a payment is sent again while its outcome is not known: 3 by default, none if it is negative.
	Retries int
	// Channel makes operations go over the wallet channel while it is open, and over HTTP otherwise; nil for HTTP alone.
	Channel *ChannelOptions
	// OnSettled is called with the outcome of each operation that was unresolved when its call returned. It is called by
	// many goroutines.
	OnSettled func(Outcome)
}

// Wallet is the wallet of an identity whose key this program holds. It may be used by many goroutines.
//
// Its methods that move money return an error only if nothing is in the ledger. When their context ends they return
// [Unresolved]: the operation goes on in the background, and [WalletOptions].OnSettled is told of its outcome.
type Wallet struct {
	client      *Client
	credentials *Credentials
	payments    *payments
	channel     *channel
}

// Wallet opens the wallet of an identity. Close it in the end.
func (c *Client) Wallet(options WalletOptions) (*Wallet, error) {
	if options.Credentials == nil && c.session == nil {
		return nil, errors.New("platonic: a wallet needs credentials: set WalletOptions.Credentials, or give the client WithCredentials")
	}
	if options.ConfirmTimeout < 0 {
		return nil, errors.New("platonic: ConfirmTimeout must not be negative")
	}
	if options.Journal == nil {
		options.Journal = NewMemoryJournal()
	}
	if options.ConfirmTimeout == 0 {
		options.ConfirmTimeout = 30 * time.Second
	}
	if options.Retries == 0 {
		options.Retries = 3
	}
	c, err := c.forWallet(options.Credentials)
	if err != nil {
		return nil, err
	}
	wallet := &Wallet{client: c, credentials: c.settings.credentials}
	wallet.payments = &payments{
		journal:        options.Journal,
		confirmTimeout: min(options.ConfirmTimeout, deadlineMax),
		retries:        max(0, options.Retries),
		void:           wallet.void,
		transferBatch:  wallet.transferBatch,
		onSettled:      options.OnSettled,
		logger:         c.settings.logger,
		lifetime:       c.lifetime,
		active:         map[string]bool{},
		groups:         map[*group]bool{},
		endUse:         useOf(options.Journal),
	}
	wallet.payments.told = newToldOperations(wallet.payments.remove, c.settings.logger)
	c.lifetime.AtEnd(wallet.payments.close)
	if options.Channel != nil {
		channel, err := newChannel(c, *options.Channel)
		if err != nil {
			wallet.Close()
			return nil, err
		}
		wallet.channel = channel
		go channel.run(c.lifetime.Context())
	}
	return wallet, nil
}

// IdentityID returns the id of the identity that owns the wallet.
func (w *Wallet) IdentityID() string { return w.credentials.IdentityID }

// Client returns the client by which the wallet makes its calls, which ends with it.
func (w *Wallet) Client() *Client { return w.client }

// Close ends the wallet. Reads, streams and waits under way fail with [ReasonStateInvalid], and so does whatever is called
// afterwards. What may have been sent and is not settled is [Unresolved], and remains in the journal, which another process may
// use then. Operations whose outcomes were told leave it.
func (w *Wallet) Close() { w.client.Close() }

// begin refuses to sign for a caller who has left, and for a wallet that is closed.
func (w *Wallet) begin(ctx context.Context) error {
	if err := afterClose(w.client.lifetime); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	return nil
}

// Create makes the wallet on the service. A wallet that is there already is the error [ReasonResourceConflict].
func (w *Wallet) Create(ctx context.Context) error {
	_, err := w.client.Wallets.CreateWallet(ctx, &walletv1.CreateWalletRequest{IdentityId: &w.credentials.IdentityID})
	return err
}

// Reconcile settles what an earlier process has left in the journal: it returns the ledger's word for what was executed, and
// voids the rest. Groups of [Wallet.PayAll] are sent again, and have an outcome for each order.
func (w *Wallet) Reconcile(ctx context.Context) ([]Outcome, error) {
	return w.payments.reconcile(ctx, w.isOurs)
}

// Acknowledge removes the operations whose outcomes were told from the journal now, for a program that has written the outcomes down.
// Otherwise they leave it 5 s after they were told, and when the wallet is closed. What cannot be removed is logged and tried again.
func (w *Wallet) Acknowledge() { w.payments.told.clear() }

// isOurs says whether this wallet has signed an operation. The journals of several wallets may share a folder.
func (w *Wallet) isOurs(operation Operation) bool {
	if operation.IsExchange {
		var request walletv1.ExchangeRequest
		err := proto.Unmarshal(operation.Order, &request)
		return err != nil || request.GetIdentityId() == w.credentials.IdentityID
	}
	if operation.IsBatch {
		var orders walletv1.TransferOrders
		err := proto.Unmarshal(operation.Order, &orders)
		return err != nil || len(orders.GetOrders()) == 0 || orders.GetOrders()[0].GetSender() == w.credentials.IdentityID
	}
	// Captures and releases have their signer in the same field, and fields of other types count as unknown.
	var order walletv1.TransferOrder
	err := proto.Unmarshal(operation.Order, &order)
	return err != nil || order.GetSender() == w.credentials.IdentityID
}

// Balances returns what is free, as exact decimals by TOKEN_STANDARD, TOKEN_MICRO and codes of currencies.
func (w *Wallet) Balances(ctx context.Context) (map[string]string, error) {
	request := &walletv1.GetBalancesAtRequest{IdentityId: &w.credentials.IdentityID}
	answer, err := w.client.Wallets.GetBalancesAt(ctx, request)
	if err != nil {
		return nil, err
	}
	balances := map[string]string{}
	for _, balance := range answer.GetBalances() {
		balances[contract.AssetName(balance.GetTokenType(), balance.GetCurrencyCode())] = balance.GetExactAmount()
	}
	return balances, nil
}

// History yields the entries of the wallet, the newest first.
func (w *Wallet) History(ctx context.Context) iter.Seq2[*walletv1.LedgerEntry, error] {
	request := &walletv1.ListLedgerEntriesRequest{IdentityId: &w.credentials.IdentityID}
	return Pages[*walletv1.LedgerEntry](ctx, w.client.Wallets.ListLedgerEntries, request)
}

// Receipt fetches the receipt of a transaction of this wallet, and verifies it by a key set: that of [Client.KeySet], or one that
// was kept. [VerifyReceipt] verifies it again without the service.
func (w *Wallet) Receipt(ctx context.Context, transactionID string, keySet []byte) (*ProvenReceipt, error) {
	answer, err := w.client.Transactions.GetReceipt(ctx, &walletv1.GetReceiptRequest{
		IdentityId:    &w.credentials.IdentityID,
		TransactionId: &transactionID,
	})
	if err != nil {
		return nil, err
	}
	return VerifyReceipt(answer.GetReceipt(), keySet)
}
