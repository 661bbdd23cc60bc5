package platonic

import (
	"context"
	"errors"
	"fmt"

	"github.com/coder/websocket"
	channelv1 "github.com/platonic/platonic/clients/go/gen/channel/v1"
	"google.golang.org/protobuf/proto"
)

// resolveKey is the key of a question for the outcome of a request, which differs from that of the request.
func resolveKey(opID string) string { return "resolve " + opID }

// call sends a request of a method, and waits for its answer. While a request with this id is in flight, its answer is also
// the answer to this one.
func (l *link) call(ctx context.Context, method, opID string, payload []byte) ([]byte, error) {
	traceparent, tracestate := l.channel.traces.Of(ctx)
	return l.ask(ctx, opID, &channelv1.Envelope{Body: &channelv1.Envelope_Request{Request: &channelv1.Request{
		OpId: &opID, Method: &method, Payload: payload, Traceparent: optional(traceparent), Tracestate: optional(tracestate),
	}}})
}

// resolve makes the ledger answer with the outcome of a transaction, which is void if it is not done.
func (l *link) resolve(ctx context.Context, opID string) ([]byte, error) {
	return l.ask(ctx, resolveKey(opID), &channelv1.Envelope{Body: &channelv1.Envelope_Resolve{Resolve: &channelv1.Resolve{
		OpId: &opID, Seal: proto.Bool(true),
	}}})
}

func (l *link) ask(ctx context.Context, key string, envelope *channelv1.Envelope) ([]byte, error) {
	select {
	case l.credits <- struct{}{}:
	case <-l.context.Done():
		return nil, &Error{Reason: ReasonUnreachable, Message: "the channel is closed"}
	case <-ctx.Done():
		return nil, contextError(ctx)
	}
	question, isNew, err := l.enter(key)
	if !isNew {
		<-l.credits
	}
	if err != nil {
		return nil, err
	}
	if isNew {
		if err := l.send(envelope); err != nil {
			l.end(err)
		}
	}
	select {
	case <-question.done:
		if question.failure != nil {
			return nil, question.failure
		}
		return question.payload, nil
	case <-ctx.Done():
		// The answer may still come, and uses its credit until then.
		return nil, contextError(ctx)
	}
}

// enter notes a question, unless the same one is in flight.
func (l *link) enter(key string) (entered *question, isNew bool, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if known, ok := l.pending[key]; ok {
		return known, false, nil
	}
	if l.leaving {
		return nil, false, &Error{Reason: ReasonUnreachable, Message: "the channel is closing"}
	}
	entered = &question{done: make(chan struct{})}
	l.pending[key] = entered
	return entered, true, nil
}

// send numbers and encrypts an envelope, as a message of its own.
func (l *link) send(envelope *channelv1.Envelope) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.seq++
	envelope.Seq, envelope.Ack = proto.Uint64(l.seq), proto.Uint64(l.ack)
	plain, err := proto.Marshal(&channelv1.Frame{Envelopes: []*channelv1.Envelope{envelope}})
	if err != nil {
		return err
	}
	sealed, err := l.outgoing.Encrypt(plain)
	if err != nil {
		return err
	}
	if envelope.GetReauthenticate() != nil {
		if err := l.outgoing.Rekey(); err != nil {
			return err
		}
	}
	// In the lock, so that messages are in the order of their numbers.
	ctx, cancel := context.WithTimeout(l.context, writeTime)
	defer cancel()
	return l.socket.Write(ctx, websocket.MessageBinary, sealed)
}

func (l *link) sendPing() error {
	l.mutex.Lock()
	l.nonce++
	nonce := l.nonce
	l.mutex.Unlock()
	return l.send(&channelv1.Envelope{Body: &channelv1.Envelope_Ping{Ping: &channelv1.Ping{Nonce: &nonce}}})
}

// receive reads the envelopes of the next message.
func (l *link) receive(ctx context.Context) ([]*channelv1.Envelope, error) {
	kind, sealed, err := l.socket.Read(ctx)
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageBinary {
		return nil, errProtocol
	}
	plain, err := l.incoming.Decrypt(sealed)
	if err != nil {
		return nil, err
	}
	var frame channelv1.Frame
	if err := proto.Unmarshal(plain, &frame); err != nil {
		return nil, err
	}
	envelopes := frame.GetEnvelopes()
	for place, envelope := range envelopes {
		if envelope.GetReauthenticate() == nil {
			continue
		}
		if place < len(envelopes)-1 {
			return nil, errProtocol
		}
		if err := l.incoming.Rekey(); err != nil {
			return nil, err
		}
	}
	if len(envelopes) == 0 {
		return nil, errProtocol
	}
	return envelopes, nil
}

// read reads messages until the connection ends.
func (l *link) read() {
	for {
		envelopes, err := l.receive(l.context)
		if err == nil {
			l.silence.Reset(l.timeout)
			err = l.dispatchAll(envelopes)
		}
		if err != nil {
			l.end(fmt.Errorf("platonic: the channel was lost: %w", err))
			return
		}
	}
}

func (l *link) dispatchAll(envelopes []*channelv1.Envelope) error {
	for _, envelope := range envelopes {
		if err := l.dispatch(envelope); err != nil {
			return err
		}
	}
	return nil
}

func (l *link) dispatch(envelope *channelv1.Envelope) error {
	l.mutex.Lock()
	isOld := envelope.GetSeq() <= l.ack
	l.ack = max(l.ack, envelope.GetSeq())
	l.mutex.Unlock()
	if isOld {
		return nil
	}
	switch body := envelope.GetBody().(type) {
	case *channelv1.Envelope_Result:
		l.answered(body.Result)
	case *channelv1.Envelope_Outcome:
		l.settle(resolveKey(body.Outcome.GetOpId()), body.Outcome.GetResult(), nil)
	case *channelv1.Envelope_Ping:
		return l.send(&channelv1.Envelope{Body: &channelv1.Envelope_Pong{Pong: &channelv1.Pong{Nonce: proto.Uint64(body.Ping.GetNonce())}}})
	case *channelv1.Envelope_Reauthenticate:
		if l.challenge, l.tokens = body.Reauthenticate.GetChallenge(), 0; l.challenge != "" {
			return l.reauthenticate()
		}
	case *channelv1.Envelope_Error:
		return l.reauthenticate()
	case *channelv1.Envelope_GoAway:
		l.mutex.Lock()
		l.leaving = true
		l.mutex.Unlock()
	}
	return nil
}

func (l *link) answered(result *channelv1.Result) {
	key := result.GetOpId()
	l.mutex.Lock()
	if _, isRequest := l.pending[key]; !isRequest {
		// Questions for outcomes have their failures as results, too.
		key = resolveKey(key)
	}
	l.mutex.Unlock()
	if failure := result.GetError(); failure != nil {
		l.settle(key, nil, channelError(failure))
		return
	}
	l.settle(key, result.GetPayload(), nil)
}

func (l *link) settle(key string, payload []byte, failure *Error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	question, ok := l.pending[key]
	if !ok {
		return
	}
	delete(l.pending, key)
	question.payload, question.failure = payload, failure
	close(question.done)
	<-l.credits
}

// reauthenticate sends a new token for the server's challenge. After some that are refused, the server ends the channel.
func (l *link) reauthenticate() error {
	if l.challenge == "" || l.tokens == tokensForChallenge {
		return nil
	}
	l.tokens++
	token, err := l.channel.session.mintFor(l.hello.GetAudience(), l.challenge, l.hello.GetRotationWindow(), l.binding)
	if err != nil {
		return errors.Join(errProtocol, err)
	}
	return l.send(&channelv1.Envelope{Body: &channelv1.Envelope_Reauthenticate{
		Reauthenticate: &channelv1.Reauthenticate{RotatingToken: &token},
	}})
}
