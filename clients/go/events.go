package platonic

import (
	"context"
	"iter"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/repetition"
	"google.golang.org/protobuf/proto"
)

const (
	heartbeatDefault = 15 * time.Second
	// refusalsMax is the number of refused credentials in succession after which new ones would not help.
	refusalsMax = 2
)

// EventOptions say where events begin.
type EventOptions struct {
	// Cursor is that of the last event that was dealt with. Empty: what happens from now on.
	Cursor string
	// FromStart begins with the first entry of the wallet if there is no cursor.
	FromStart bool
	// Heartbeat is the longest silence of the service, in whole seconds from 1 to 60; 15 s by default. After 5 s more the
	// stream is opened again.
	Heartbeat time.Duration
}

// Event is an entry of the ledger that moved money into a wallet or out of it.
type Event struct {
	Entry *walletv1.LedgerEntry
	// Cursor is to be kept once the event is dealt with: another process goes on from it.
	Cursor string
}

// Events yields the events of the wallet, each once and in the order of the ledger, until the context ends. After a break it
// goes on where the caller is. It ends with an error if the service refuses for good, such as [ReasonStateInvalid] for the
// cursor of a ledger that was replaced by an older backup, and if the wallet is closed.
func (w *Wallet) Events(ctx context.Context, options EventOptions) iter.Seq2[Event, error] {
	if options.Heartbeat == 0 {
		options.Heartbeat = heartbeatDefault
	}
	return func(yield func(Event, error) bool) {
		if err := options.check(); err != nil {
			yield(Event{}, err)
			return
		}
		caller := ctx
		ctx, release := w.client.lifetime.Within(ctx)
		defer release()
		watch := &watch{wallet: w, options: options, cursor: options.Cursor, yield: yield}
		failures, refusals := 0, 0
		for caller.Err() == nil {
			err := watch.stream(ctx)
			if watch.isEnded || caller.Err() != nil {
				return
			}
			if closed := afterClose(w.client.lifetime); closed != nil {
				yield(Event{}, closed)
				return
			}
			if watch.hasHeard {
				failures, refusals = 0, 0
			}
			failures++
			var failure *Error
			if err != nil {
				failure = errorOf(ctx, err)
				if failure.Reason == ReasonInvalidAPIKey {
					refusals++
				}
				if isFinal(failure) || refusals == refusalsMax {
					yield(Event{}, failure)
					return
				}
			}
			repetition.Pause(ctx, waitAfter(failure, failures))
		}
	}
}

// check refuses a heartbeat that the service does not have.
func (o EventOptions) check() error {
	if o.Heartbeat < time.Second || o.Heartbeat > time.Minute || o.Heartbeat%time.Second != 0 {
		return &Error{Reason: ReasonParameterInvalid, Parameter: "heartbeat", Message: "a heartbeat has 1 to 60 whole seconds"}
	}
	return nil
}

// isFinal says whether a stream would be refused each time.
func isFinal(failure *Error) bool {
	switch failure.Reason {
	case ReasonParameterRequired, ReasonParameterInvalid, ReasonResourceNotFound, ReasonStateInvalid,
		ReasonAuthenticationRequired:
		return true
	default:
		return false
	}
}

// watch is the state of events across breaks.
type watch struct {
	wallet  *Wallet
	options EventOptions
	yield   func(Event, error) bool
	// cursor is that of the last answer that the caller has dealt with.
	cursor string
	// sequence is that of the last event that was told.
	sequence int64
	// hasHeard says whether the stream has brought an answer, and isEnded whether the caller wants no more.
	hasHeard, isEnded bool
}

// stream tells events until the stream breaks, or nothing is heard for too long.
func (w *watch) stream(ctx context.Context) error {
	w.hasHeard = false
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silenceMax := w.options.Heartbeat + endpoints.KeepAliveAnswer
	silence := time.AfterFunc(silenceMax, func() {
		w.wallet.client.suspicion.Raise()
		cancel()
	})
	defer silence.Stop()
	answers, err := w.wallet.client.Events.Watch(ctx, &walletv1.WatchRequest{
		IdentityId:       &w.wallet.credentials.IdentityID,
		Cursor:           optional(w.cursor),
		FromStart:        &w.options.FromStart,
		HeartbeatSeconds: proto.Int32(int32(w.options.Heartbeat / time.Second)),
	})
	if err != nil {
		return err
	}
	defer func() { _ = answers.Close() }() // What it could say, Err has said.
	for answers.Receive() {
		// Time that the caller takes is no silence.
		silence.Stop()
		w.hasHeard = true
		if !w.tell(answers.Msg()) {
			w.isEnded = true
			return nil
		}
		silence.Reset(silenceMax)
	}
	return answers.Err()
}

// tell yields an answer that is an event and was not told before, and says whether the caller wants more.
func (w *watch) tell(answer *walletv1.WatchResponse) bool {
	entry := answer.GetEntry()
	if entry != nil && entry.GetSequence() > w.sequence {
		if !w.yield(Event{Entry: entry, Cursor: answer.GetCursor()}, nil) {
			return false
		}
		w.sequence = entry.GetSequence()
	}
	// Kept only now, so that a break loses nothing.
	w.cursor = answer.GetCursor()
	return true
}
