//go:build !js

// Package sockets opens WebSockets.
package sockets

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// Dial opens a WebSocket by an HTTP client, and names the client by a user agent.
func Dial(ctx context.Context, url, subprotocol, userAgent string, client *http.Client) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(ctx, url, &websocket.DialOptions{
		HTTPClient:      client,
		HTTPHeader:      http.Header{"User-Agent": {userAgent}},
		Subprotocols:    []string{subprotocol},
		CompressionMode: websocket.CompressionDisabled,
	})
}
