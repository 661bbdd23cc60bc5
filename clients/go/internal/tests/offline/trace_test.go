package offline_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

type spanKey struct{}

// inSpan returns a context that is part of the trace of a number.
func inSpan(ctx context.Context, number int) context.Context {
	return context.WithValue(ctx, spanKey{}, number)
}

func traceparent(number int) string { return fmt.Sprintf("00-%032x-%016x-01", number, number) }

// inject does what the propagator of OpenTelemetry does.
func inject(ctx context.Context, header http.Header) {
	if number, ok := ctx.Value(spanKey{}).(int); ok {
		header.Set("traceparent", traceparent(number))
		header.Set("tracestate", "vendor=1")
		header.Set("baggage", "secret=s")
	}
}

// traces returns what each call of a service has carried.
func traces(service *fakeService) (found []string) {
	for _, header := range service.headers {
		found = append(found, header.Get("Traceparent"))
	}
	return found
}

func TestEachAttemptCarriesTheTraceOfItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{fail: func(n int) error {
			if n == 1 {
				return connect.NewError(connect.CodeUnavailable, errors.New("later"))
			}
			return nil
		}}
		client := service.client(t, platonic.WithTraceContext(inject))
		for _, ctx := range []context.Context{inSpan(t.Context(), 1), t.Context()} {
			if _, err := client.Wallets.GetWallet(ctx, &walletv1.GetWalletRequest{}); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(traces(service), " "); got != traceparent(1)+" "+traceparent(1)+" " {
			t.Errorf("it is %q", got)
		}
		header := service.headers[0]
		if header.Get("Tracestate") != "vendor=1" || header.Get("Baggage") != "" {
			t.Errorf("it is %v", header)
		}
	})
}

func TestTheCallersOwnTraceparentWins(t *testing.T) {
	service := &fakeService{}
	client := service.client(t, platonic.WithTraceContext(inject))
	ctx, info := connect.NewClientContext(inSpan(t.Context(), 1))
	info.RequestHeader().Set("traceparent", traceparent(2))
	if _, err := client.Wallets.GetWallet(ctx, &walletv1.GetWalletRequest{}); err != nil {
		t.Fatal(err)
	}
	if header := service.headers[0]; header.Get("Traceparent") != traceparent(2) || header.Get("Tracestate") != "" {
		t.Errorf("it is %v", header)
	}
}

func TestABrokenPropagatorBreaksNoCall(t *testing.T) {
	for name, broken := range map[string]func(http.Header){
		"panics":            func(header http.Header) { header.Set("traceparent", traceparent(1)); panic("of the propagator") },
		"sets two lines":    func(header http.Header) { header.Set("traceparent", "00\r\nAuthorization: x") },
		"sets no ASCII":     func(header http.Header) { header.Set("traceparent", "ü") },
		"sets a state only": func(header http.Header) { header.Set("tracestate", "a=1") },
		"sets nothing":      func(http.Header) {},
	} {
		t.Run(name, func(t *testing.T) {
			service := &fakeService{}
			client := service.client(t, platonic.WithTraceContext(func(_ context.Context, header http.Header) { broken(header) }))
			if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
				t.Fatal(err)
			}
			if header := service.headers[0]; header["Traceparent"] != nil || header["Tracestate"] != nil {
				t.Errorf("it is %v", header)
			}
		})
	}
}

func TestALongTracestateIsLeftOut(t *testing.T) {
	service := &fakeService{}
	client := service.client(t, platonic.WithTraceContext(func(_ context.Context, header http.Header) {
		header.Set("traceparent", traceparent(1))
		header.Set("tracestate", strings.Repeat("x", 513))
	}))
	if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil {
		t.Fatal(err)
	}
	if header := service.headers[0]; header.Get("Traceparent") != traceparent(1) || header["Tracestate"] != nil {
		t.Errorf("it is %v", header)
	}
}
