package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

// driver is the state of the driver.
type driver struct {
	mutex    sync.Mutex
	client   *platonic.Client
	wallet   *platonic.Wallet
	settled  []outcome
	attempts []attempt
	warnings []string
}

type attempt struct {
	Method  string `json:"method"`
	Attempt int    `json:"attempt"`
	Reason  string `json:"reason,omitempty"`
}

type outcome struct {
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	ErrorCode string `json:"errorCode,omitempty"`
	Received  string `json:"received,omitempty"`
	// IsOfAnotherOrder is set for the outcome of another order with this id.
	IsOfAnotherOrder bool `json:"isOfAnotherOrder,omitempty"`
}

type outcomes struct {
	Outcomes []outcome `json:"outcomes"`
}

type nothing struct{}

// actions has what each command does.
var actions = map[string]func(d *driver, ctx context.Context, line []byte) (any, error){
	"open":          typed((*driver).open),
	"call":          typed((*driver).call),
	"pages":         typed((*driver).pages),
	"register":      typed((*driver).register),
	"wallet":        typed((*driver).openWallet),
	"create":        typed((*driver).create),
	"pay":           typed((*driver).pay),
	"payMany":       typed((*driver).payMany),
	"payAll":        typed((*driver).payAll),
	"payFile":       typed((*driver).payFile),
	"payLinked":     typed((*driver).payLinked),
	"hold":          typed((*driver).hold),
	"capture":       typed((*driver).capture),
	"release":       typed((*driver).release),
	"reverse":       typed((*driver).reverse),
	"exchange":      typed((*driver).exchange),
	"balances":      typed((*driver).balances),
	"history":       typed((*driver).history),
	"reconcile":     typed((*driver).reconcile),
	"events":        typed((*driver).events),
	"receipt":       typed((*driver).receipt),
	"verifyReceipt": typed((*driver).verifyReceipt),
	"verifyWebhook": typed((*driver).verifyWebhook),
	"close":         typed((*driver).closeOne),
	"settled":       typed((*driver).tellSettled),
	"attempts":      typed((*driver).tellAttempts),
	"warnings":      typed((*driver).tellWarnings),
}

// typed reads the members of a command.
func typed[Members any](act func(*driver, context.Context, Members) (any, error)) func(*driver, context.Context, []byte) (any, error) {
	return func(d *driver, ctx context.Context, line []byte) (any, error) {
		var members Members
		if err := json.Unmarshal(line, &members); err != nil {
			return nil, err
		}
		return act(d, ctx, members)
	}
}

func (d *driver) close() {
	if d.wallet != nil {
		d.wallet.Close()
	}
}

func (d *driver) closeOne(_ context.Context, members struct{ What string }) (any, error) {
	if members.What == "client" {
		d.client.Close()
	} else {
		d.wallet.Close()
	}
	return nothing{}, nil
}

// observe notes the attempts of a client.
func (d *driver) observe() platonic.Option {
	return platonic.WithHook(func(_ context.Context, told platonic.Attempt) {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.attempts = append(d.attempts, attempt{told.Method, told.Number, string(told.Reason)})
	})
}

func (d *driver) open(_ context.Context, members struct {
	Endpoint   string
	APIKey     string
	DeadlineMs *int64
}) (any, error) {
	options := []platonic.Option{d.observe(), platonic.WithOnWarning(d.onWarning), platonic.WithTraceContext(passOn)}
	if members.APIKey != "" {
		options = append(options, platonic.WithAPIKey(members.APIKey))
	}
	if members.DeadlineMs != nil {
		options = append(options, platonic.WithTimeout(time.Duration(*members.DeadlineMs)*time.Millisecond))
	}
	client, err := platonic.NewClient(members.Endpoint, options...)
	if err != nil {
		return nil, err
	}
	d.client = client
	return nothing{}, nil
}

func (d *driver) register(ctx context.Context, members struct{ Username string }) (any, error) {
	credentials, err := d.client.Register(ctx, platonic.Registration{Username: members.Username})
	return map[string]any{"credentials": credentials}, err
}

func (d *driver) openWallet(_ context.Context, members struct {
	Endpoint         string
	Credentials      *platonic.Credentials
	Journal          string
	ConfirmTimeoutMs int64
	RetryCount       *int
	ClockOffsetMs    int64
	ClientID         string
	channelMembers
}) (any, error) {
	options := []platonic.Option{
		d.observe(), platonic.WithOnWarning(d.onWarning), platonic.WithCredentials(members.Credentials),
		platonic.WithTraceContext(passOn),
	}
	if members.ClientID != "" {
		options = append(options, platonic.WithClientID(members.ClientID))
	}
	if offset := time.Duration(members.ClockOffsetMs) * time.Millisecond; offset != 0 {
		options = append(options, platonic.WithClock(func() time.Time { return time.Now().Add(offset) }))
	}
	terms := platonic.WalletOptions{
		ConfirmTimeout: time.Duration(members.ConfirmTimeoutMs) * time.Millisecond,
		OnSettled:      d.onSettled,
	}
	if members.RetryCount != nil {
		terms.Retries = *members.RetryCount
		if terms.Retries == 0 {
			terms.Retries = -1
		}
	}
	if members.Journal != "" {
		journal, err := platonic.NewFileJournal(members.Journal)
		if err != nil {
			return nil, err
		}
		terms.Journal = journal
	}
	if err := members.apply(&terms); err != nil {
		return nil, err
	}
	client, err := platonic.NewClient(members.Endpoint, options...)
	if err != nil {
		return nil, err
	}
	wallet, err := client.Wallet(terms)
	if err != nil {
		return nil, err
	}
	d.close()
	d.wallet = wallet
	return nothing{}, nil
}

func (d *driver) onSettled(settled platonic.Outcome) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.settled = append(d.settled, outcomeOf(settled))
}

func (d *driver) tellSettled(context.Context, nothing) (any, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	told := append([]outcome{}, d.settled...)
	d.settled = nil
	return outcomes{told}, nil
}

func (d *driver) onWarning(text string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.warnings = append(d.warnings, text)
}

func (d *driver) tellWarnings(context.Context, nothing) (any, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	told := append([]string{}, d.warnings...)
	d.warnings = nil
	return map[string]any{"warnings": told}, nil
}

func (d *driver) tellAttempts(context.Context, nothing) (any, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	told := append([]attempt{}, d.attempts...)
	d.attempts = nil
	return map[string]any{"attempts": told}, nil
}

func (d *driver) receipt(ctx context.Context, members struct {
	TransactionID string
	KeySet        json.RawMessage
}) (any, error) {
	return proven(d.wallet.Receipt(ctx, members.TransactionID, members.KeySet))
}

func (d *driver) verifyReceipt(_ context.Context, members struct{ Receipt, KeySet json.RawMessage }) (any, error) {
	receipt := new(walletv1.Receipt)
	if err := protojson.Unmarshal(members.Receipt, receipt); err != nil {
		return nil, err
	}
	return proven(platonic.VerifyReceipt(receipt, members.KeySet))
}

func proven(receipt *platonic.ProvenReceipt, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"confirmationCode": receipt.ConfirmationCode, "sequence": receipt.Sequence}, nil
}

func (d *driver) verifyWebhook(_ context.Context, members struct {
	Secrets []string
	Headers map[string]string
	Body    string
	NowMs   int64
}) (any, error) {
	header := http.Header{}
	for name, value := range members.Headers {
		header.Set(strings.TrimSpace(name), value)
	}
	err := platonic.VerifyWebhook(members.Secrets, header, []byte(members.Body), time.UnixMilli(members.NowMs))
	return nothing{}, err
}
