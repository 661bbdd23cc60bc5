package platonic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	channelv1 "github.com/platonic/platonic/clients/go/gen/channel/v1"
	"github.com/platonic/platonic/clients/go/internal/noise"
	"github.com/platonic/platonic/clients/go/internal/repetition"
	"github.com/platonic/platonic/clients/go/internal/sockets"
	"google.golang.org/protobuf/proto"
)

const (
	// subprotocol is the one whose cipher the processor has: AES-256-GCM.
	subprotocol = "wallet.v1"
	// messageMax is the longest message of the channel.
	messageMax = 128 << 10
	// goodbyeTime is the longest time in which the server is told that the client closes the channel.
	goodbyeTime = 500 * time.Millisecond
	// writeTime is the longest time in which the connection takes a message; it counts as lost then.
	writeTime = 10 * time.Second
	// tokensForChallenge is how many tokens are sent for one challenge.
	tokensForChallenge = 3
)

// link is one connection of the channel: numbered envelopes in and out.
type link struct {
	channel *channel
	socket  *websocket.Conn
	binding []byte
	hello   *channelv1.ServerHello
	// context is that of the connection, and end ends it with a cause.
	context context.Context
	end     context.CancelCauseFunc
	// silence ends the connection when nothing is heard for too long.
	silence *time.Timer
	timeout time.Duration
	ping    time.Duration
	// credits has a place for each request that may be in flight.
	credits chan struct{}
	tokens  int

	mutex    sync.Mutex
	outgoing *noise.Cipher
	incoming *noise.Cipher
	seq, ack uint64
	leaving  bool
	nonce    uint64
	// challenge is that of the last reauthentication.
	challenge string
	pending   map[string]*question
}

// question is a request without an answer. Its answer is for each who waits.
type question struct {
	done    chan struct{}
	payload []byte
	failure *Error
}

// dial opens the WebSocket.
func dial(ctx context.Context, c *channel) (*link, *http.Response, error) {
	socket, response, err := sockets.Dial(ctx, c.endpoint.String(), subprotocol, c.userAgent, c.options.HTTPClient)
	if err != nil {
		failure := &Error{Reason: ReasonUnreachable, Message: "the channel cannot be opened: " + err.Error(), cause: err}
		if response != nil {
			failure.RetryAfter = repetition.RetryAfter(response.Header)
		}
		return nil, nil, failure
	}
	socket.SetReadLimit(messageMax)
	lifetime, end := context.WithCancelCause(context.Background())
	l := &link{channel: c, socket: socket, context: lifetime, end: end, pending: map[string]*question{}}
	if socket.Subprotocol() != subprotocol {
		l.close()
		return nil, nil, errors.New("platonic: the server has not chosen the client's subprotocol")
	}
	return l, response, nil
}

// handshake authenticates both sides, up to the Welcome.
func (l *link) handshake(ctx context.Context) error {
	static, err := noise.NewKey()
	if err != nil {
		return err
	}
	initiator, err := noise.NewInitiator([]byte("platonic channel v1 "+l.channel.endpoint.Path), static, nil)
	if err != nil {
		return err
	}
	if err := l.socket.Write(ctx, websocket.MessageBinary, initiator.Hello()); err != nil {
		return err
	}
	_, message, err := l.socket.Read(ctx)
	if err != nil {
		return err
	}
	payload, err := initiator.ReadHello(message)
	if err != nil {
		return err
	}
	l.hello = new(channelv1.ServerHello)
	if err := proto.Unmarshal(payload, l.hello); err != nil {
		return err
	}
	if err := l.channel.checkServer(initiator.RemoteStatic(), l.hello); err != nil {
		return err
	}
	if err := initiator.Begin(); err != nil {
		return err
	}
	l.binding = initiator.Hash()
	return l.introduce(ctx, initiator)
}

// introduce sends the credentials, and reads the Welcome.
func (l *link) introduce(ctx context.Context, initiator *noise.Initiator) error {
	hello, err := l.channel.hello(ctx, l.hello, l.binding)
	if err != nil {
		return err
	}
	payload, err := proto.Marshal(hello)
	if err != nil {
		return err
	}
	message, err := initiator.Introduce(payload)
	if err != nil {
		return err
	}
	if l.outgoing, l.incoming, err = initiator.Split(); err != nil {
		return err
	}
	if err := l.socket.Write(ctx, websocket.MessageBinary, message); err != nil {
		return err
	}
	var refusal *Error
	for {
		envelopes, err := l.receive(ctx)
		if err != nil && refusal != nil {
			return refusal
		}
		if err != nil {
			return err
		}
		for place, envelope := range envelopes {
			switch body := envelope.GetBody().(type) {
			case *channelv1.Envelope_Welcome:
				l.welcome(envelope, body.Welcome)
				return l.dispatchAll(envelopes[place+1:])
			case *channelv1.Envelope_Error:
				refusal = channelError(body.Error)
			case *channelv1.Envelope_GoAway:
				return l.refused(hello, body.GoAway, refusal)
			case nil:
				// It is newer than this package.
			default:
				return errProtocol
			}
		}
	}
}

var errProtocol = errors.New("platonic: the server violated the protocol of the channel")

// refused returns why the channel was not opened. A session that is refused is not tried again.
func (l *link) refused(hello *channelv1.ClientHello, goAway *channelv1.GoAway, refusal *Error) error {
	if token := hello.GetSessionToken(); token != "" && goAway.GetReason() == channelv1.GoAwayReason_GO_AWAY_REASON_AUTHENTICATION {
		l.channel.session.refused(token)
	}
	if refusal == nil {
		refusal = &Error{Reason: ReasonUnreachable, Message: "the server refused the channel: " + goAway.GetReason().String()}
	}
	refusal.RetryAfter = max(refusal.RetryAfter, time.Duration(goAway.GetRetryAfter())*time.Millisecond)
	return refusal
}

// welcome takes the terms of the open channel.
func (l *link) welcome(envelope *channelv1.Envelope, welcome *channelv1.Welcome) {
	l.ack = envelope.GetSeq()
	l.credits = make(chan struct{}, max(1, welcome.GetCredits()))
	l.ping, l.timeout = 15*time.Second, 30*time.Second
	if interval := welcome.GetPingInterval(); interval > 0 {
		l.ping = time.Duration(interval) * time.Millisecond
	}
	if timeout := welcome.GetTimeout(); timeout > 0 {
		l.timeout = time.Duration(timeout) * time.Millisecond
	}
	if token := welcome.GetSessionToken(); token != "" {
		l.channel.session.adopt(token)
	}
	l.silence = time.AfterFunc(l.timeout, func() { l.end(errors.New("platonic: the server of the channel was silent")) })
}

// wait keeps the connection alive until it ends, and returns why it did.
func (l *link) wait(ctx context.Context) error {
	ticker := time.NewTicker(l.ping)
	defer ticker.Stop()
	defer l.close()
	// A connection that takes nothing must not hold up whoever waits to send, this included.
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(goodbyeTime, func() { l.end(ctx.Err()) }) })
	defer stop()
	for {
		select {
		case <-ctx.Done():
			_ = l.send(&channelv1.Envelope{Body: &channelv1.Envelope_GoAway{GoAway: &channelv1.GoAway{
				Reason: channelv1.GoAwayReason_GO_AWAY_REASON_CLIENT.Enum(),
			}}}) // The connection ends, whether or not this arrives.
			return ctx.Err()
		case <-l.context.Done():
			return context.Cause(l.context)
		case <-ticker.C:
			if err := l.sendPing(); err != nil {
				return err
			}
		}
	}
}

// close ends the connection. All who wait for an answer are told that it is lost.
func (l *link) close() {
	l.end(errors.New("platonic: the channel was closed"))
	if l.silence != nil {
		l.silence.Stop()
	}
	_ = l.socket.CloseNow() // What was not answered is lost either way.
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for key, question := range l.pending {
		question.failure = &Error{
			Reason: ReasonUnreachable, Message: "the channel was lost before there was an answer", wasSentAgain: true,
		}
		close(question.done)
		delete(l.pending, key)
	}
	l.leaving = true
}

func (l *link) isLeaving() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.leaving
}

// channelError converts an error of the channel.
func channelError(err *channelv1.Error) *Error {
	converted := &Error{
		Reason:        reasonOf(err.GetReason()),
		Parameter:     err.GetParameter(),
		RetryAfter:    time.Duration(err.GetRetryAfter()) * time.Millisecond,
		Message:       cmp.Or(err.GetMessage(), "the service failed without a text"),
		isFromChannel: true,
	}
	if err.Reason == nil {
		converted.Reason, converted.Message = ReasonTimedOut, fmt.Sprintf("the time of the request is over: %s", err.GetMessage())
	}
	return converted
}
