// Package sockets opens WebSockets.
package sockets

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// Dial opens a WebSocket of the browser, which has a client and a name of its own.
func Dial(ctx context.Context, url, subprotocol, _ string, _ *http.Client) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{subprotocol}})
}
