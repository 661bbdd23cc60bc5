package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// channelMembers are those of the wallet channel.
type channelMembers struct {
	UseChannel      bool
	ChannelEndpoint string
	ServerKey       string
}

func (m channelMembers) apply(options *platonic.WalletOptions) error {
	if !m.UseChannel {
		return nil
	}
	key, err := base64.RawURLEncoding.DecodeString(m.ServerKey)
	if err != nil {
		return err
	}
	options.Channel = &platonic.ChannelOptions{Endpoint: m.ChannelEndpoint, StaticKeys: [][]byte{key}}
	return nil
}

// tokenType is a word of the contract, or the name or number of the enumeration.
type tokenType platonic.TokenType

func (t *tokenType) UnmarshalJSON(text []byte) error {
	var number int32
	if json.Unmarshal(text, &number) == nil {
		*t = tokenType(number)
		return nil
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	for _, known := range []string{name, "TOKEN_TYPE_" + name[min(len(name), len("TOKEN_")):]} {
		if number, ok := walletv1.TokenType_value[known]; ok {
			*t = tokenType(number)
			return nil
		}
	}
	return fmt.Errorf("there is no token %q", name)
}

// order is a wallet.v1.TransferOrder without its sender.
type order struct {
	ID, Recipient, CurrencyCode, Amount, Description, FeeMax string
	TokenType                                                tokenType
	CreatedAt                                                json.Number
	CreatedAtMs                                              int64
}

func (o order) terms() platonic.Order {
	terms := platonic.Order{
		ID: o.ID, Recipient: o.Recipient, TokenType: platonic.TokenType(o.TokenType), CurrencyCode: o.CurrencyCode,
		Amount: o.Amount, Description: o.Description, FeeMax: o.FeeMax,
	}
	if at, err := o.CreatedAt.Int64(); err == nil {
		terms.CreatedAt = time.UnixMilli(at)
	}
	if o.CreatedAtMs != 0 {
		terms.CreatedAt = time.UnixMilli(o.CreatedAtMs)
	}
	return terms
}

type orders struct{ Orders []order }

func (o orders) terms() (terms []platonic.Order) {
	for _, order := range o.Orders {
		terms = append(terms, order.terms())
	}
	return terms
}

func outcomeOf(told platonic.Outcome) outcome {
	return outcome{
		Kind: string(told.Kind), ID: told.ID, ErrorCode: told.ErrorCode(), IsOfAnotherOrder: told.Result.GetIsOfAnotherOrder(),
	}
}

func one(told platonic.Outcome, err error) (any, error) { return outcomeOf(told), err }

func many(told []platonic.Outcome, err error) (any, error) {
	all := outcomes{[]outcome{}}
	for _, one := range told {
		all.Outcomes = append(all.Outcomes, outcomeOf(one))
	}
	return all, err
}

func (d *driver) create(ctx context.Context, _ nothing) (any, error) {
	return nothing{}, d.wallet.Create(ctx)
}

func (d *driver) pay(ctx context.Context, members struct{ Order order }) (any, error) {
	return one(d.wallet.Pay(ctx, members.Order.terms()))
}

func (d *driver) payMany(ctx context.Context, members orders) (any, error) {
	return many(d.wallet.PayMany(ctx, members.terms()))
}

func (d *driver) payLinked(ctx context.Context, members orders) (any, error) {
	return many(d.wallet.PayLinked(ctx, members.terms()))
}

func (d *driver) hold(ctx context.Context, members struct {
	Order           order
	CaptureBeforeMs int64
}) (any, error) {
	return one(d.wallet.Hold(ctx, members.Order.terms(), time.UnixMilli(members.CaptureBeforeMs)))
}

func (d *driver) capture(ctx context.Context, members struct {
	HoldID, CurrencyCode, Amount string
	TokenType                    tokenType
	KeepRest                     bool
}) (any, error) {
	return one(d.wallet.Capture(ctx, platonic.Capture{
		HoldID: members.HoldID, TokenType: platonic.TokenType(members.TokenType), CurrencyCode: members.CurrencyCode,
		Amount: members.Amount, KeepRest: members.KeepRest,
	}))
}

func (d *driver) release(ctx context.Context, members struct{ HoldID string }) (any, error) {
	return one(d.wallet.Release(ctx, platonic.Release{HoldID: members.HoldID}))
}

func (d *driver) reverse(ctx context.Context, members struct{ TransactionID, Amount string }) (any, error) {
	return one(d.wallet.Reverse(ctx, platonic.Reversal{TransactionID: members.TransactionID, Amount: members.Amount}))
}

func (d *driver) exchange(ctx context.Context, members struct {
	FromTokenType, ToTokenType tokenType
	Amount                     string
}) (any, error) {
	told, err := d.wallet.Exchange(ctx, platonic.Exchange{
		From: platonic.TokenType(members.FromTokenType), To: platonic.TokenType(members.ToTokenType), Amount: members.Amount,
	})
	return outcome{Kind: string(told.Kind), ID: told.ID, ErrorCode: told.ErrorCode(), Received: told.Received()}, err
}

func (d *driver) balances(ctx context.Context, _ nothing) (any, error) {
	return d.wallet.Balances(ctx)
}

func (d *driver) history(ctx context.Context, members struct{ PageSize int32 }) (any, error) {
	request := &walletv1.ListLedgerEntriesRequest{IdentityId: new(d.wallet.IdentityID())}
	if members.PageSize != 0 {
		request.PageSize = &members.PageSize
	}
	ids := []string{}
	list := d.wallet.Client().Wallets.ListLedgerEntries
	for entry, err := range platonic.Pages[*walletv1.LedgerEntry](ctx, list, request) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, idOf(entry))
	}
	return map[string]any{"ids": ids}, nil
}

// idOf returns the id of what an entry records.
func idOf(entry *walletv1.LedgerEntry) string {
	for _, id := range []string{
		entry.GetTransaction().GetId(), entry.GetExchange().GetId(), entry.GetIssuance().GetId(),
		entry.GetHoldChange().GetId(), entry.GetReversal().GetId(),
	} {
		if id != "" {
			return id
		}
	}
	return ""
}

func (d *driver) reconcile(ctx context.Context, _ nothing) (any, error) {
	return many(d.wallet.Reconcile(ctx))
}

func (d *driver) events(ctx context.Context, members struct {
	Cursor    string
	FromStart bool
	Count     int
}) (any, error) {
	type event struct {
		ID       string `json:"id"`
		Sequence int64  `json:"sequence"`
		Cursor   string `json:"cursor"`
	}
	told := []event{}
	options := platonic.EventOptions{Cursor: members.Cursor, FromStart: members.FromStart}
	for one, err := range d.wallet.Events(ctx, options) {
		if err != nil {
			return nil, err
		}
		told = append(told, event{idOf(one.Entry), one.Entry.GetSequence(), one.Cursor})
		if len(told) == members.Count {
			break
		}
	}
	return map[string]any{"events": told}, nil
}
