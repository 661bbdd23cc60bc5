package platonic

import (
	"context"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// patienceMax is the longest wait for a channel that is not open.
	patienceMax = 3 * time.Second
	// channelBytesMax is the largest request on the channel.
	channelBytesMax = 120_000
)

// route sends a request over the channel while it is open, and over HTTP otherwise, and in every second attempt. The answer
// of both is the same.
func route[Request, Response proto.Message](
	w *Wallet, opID, method string, http func(context.Context, Request) (Response, error), request Request,
) func(context.Context) (Response, error) {
	attempts := 0
	return func(ctx context.Context) (Response, error) {
		attempts++
		link := w.linkFor(ctx, attempts)
		if link == nil || proto.Size(request) > channelBytesMax {
			return http(ctx, request)
		}
		return throughLink[Response](ctx, link, opID, method, request)
	}
}

func throughLink[Response proto.Message](
	ctx context.Context, link *link, opID, method string, request proto.Message,
) (none Response, err error) {
	payload, err := serialize(request)
	if err != nil {
		return none, err
	}
	began, calls := time.Now(), link.channel.calls
	answer, err := link.call(ctx, method, opID, payload)
	if err != nil {
		failure := errorOf(ctx, err)
		calls.tell(ctx, method, 1, failure, time.Since(began))
		return none, failure
	}
	calls.tell(ctx, method, 1, nil, time.Since(began))
	response := none.ProtoReflect().New().Interface().(Response)
	if err := proto.Unmarshal(answer, response); err != nil {
		return none, &Error{Reason: ReasonUnknown, Message: "the answer on the channel cannot be read", cause: err}
	}
	return response, nil
}

// linkFor returns the link of an attempt; nil for HTTP. The first attempt waits for a channel that is not open yet.
func (w *Wallet) linkFor(ctx context.Context, attempt int) *link {
	if w.channel == nil || attempt%2 == 0 {
		return nil
	}
	patience := time.Duration(0)
	if attempt == 1 {
		// Leaves half of the attempt to HTTP.
		patience = min(patienceMax, shareOf(w.payments.confirmTimeout)/2)
	}
	return w.channel.opened(ctx, patience)
}

// voidOverChannel asks for an outcome over the channel, if it is open.
func (w *Wallet) voidOverChannel(ctx context.Context, id string) *walletv1.TransactionResult {
	if w.channel == nil {
		return nil
	}
	link := w.channel.opened(ctx, 0)
	if link == nil {
		return nil
	}
	if deadline, ok := ctx.Deadline(); ok {
		// Leaves time to ask over HTTP.
		half, cancel := context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
		ctx = half
	}
	answer, err := link.resolve(ctx, id)
	result := new(walletv1.TransactionResult)
	if err != nil || proto.Unmarshal(answer, result) != nil {
		return nil // It is asked over HTTP, which says why.
	}
	return result
}
