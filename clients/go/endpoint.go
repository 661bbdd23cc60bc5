package platonic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"connectrpc.com/connect"
)

// parseEndpoint reads the URL of a service.
func parseEndpoint(text string) (*url.URL, error) {
	endpoint, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("platonic: the endpoint is no URL: %w", err)
	}
	if (endpoint.Scheme != "https" && endpoint.Scheme != "http") || endpoint.Host == "" {
		return nil, fmt.Errorf("platonic: the endpoint %q must begin with https:// or http:// and name a host", text)
	}
	if endpoint.User != nil || endpoint.RawQuery != "" || endpoint.Fragment != "" {
		return nil, errors.New("platonic: the endpoint must have no user, query or fragment; give credentials by an option")
	}
	return endpoint, nil
}

// requireEncrypted refuses an endpoint to which credentials would be sent unencrypted.
func requireEncrypted(endpoint *url.URL) error {
	if endpoint.Scheme == "https" || endpoint.Scheme == "wss" || isLoopback(endpoint) {
		return nil
	}
	return fmt.Errorf("platonic: %s must be encrypted, as others could read the credentials and use them: "+
		"use TLS, or WithPlainText on a network that is encrypted otherwise", endpoint)
}

// isLoopback says whether a URL names this very machine, so that nobody can read or change what is sent there.
func isLoopback(endpoint *url.URL) bool {
	name := endpoint.Hostname()
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}

// originOf returns the origin of a URL, which is the audience of its tokens.
func originOf(endpoint *url.URL) string {
	host := strings.ToLower(endpoint.Host)
	if port := endpoint.Port(); (endpoint.Scheme == "https" && port == "443") || (endpoint.Scheme == "http" && port == "80") {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return endpoint.Scheme + "://" + host
}

// newHTTPClient returns a client for HTTP/2, which gRPC needs: by TLS, or in plain text from its first byte on; or also for
// HTTP/1.1. A dead connection is noticed within 15 seconds, before a payment is given up.
func newHTTPClient(http1 bool) *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second}
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(http1)
	transport.Protocols.SetHTTP2(true)
	transport.Protocols.SetUnencryptedHTTP2(!http1)
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second}
	return &http.Client{Transport: transport, CheckRedirect: refuseRedirect}
}

// refuseRedirect keeps credentials from following a redirect.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// answer keeps the headers of an answer, which Connect does not show where it is one of an intermediary.
type answer struct{ header http.Header }

type answerKey struct{}

// withAnswer returns a context in which the headers of the answer are kept.
func withAnswer(ctx context.Context) (context.Context, *answer) {
	kept := new(answer)
	return context.WithValue(ctx, answerKey{}, kept), kept
}

// observed is an HTTP client that keeps the headers of answers.
type observed struct{ client connect.HTTPClient }

// Do sends a request. It copies the headers: those of an attempt that was given up may still be read when the next begins.
func (o observed) Do(request *http.Request) (*http.Response, error) {
	sent := request.WithContext(request.Context())
	sent.Header = request.Header.Clone()
	response, err := o.client.Do(sent)
	if kept, ok := request.Context().Value(answerKey{}).(*answer); ok && err == nil {
		kept.header = response.Header
	}
	return response, err
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }
