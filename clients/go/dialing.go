//go:build !js

package platonic

import (
	"net/http"

	"github.com/coder/websocket"
)

// dialOptions returns how the WebSocket of a channel is opened.
func (c *channel) dialOptions() *websocket.DialOptions {
	return &websocket.DialOptions{
		HTTPClient:      c.options.HTTPClient,
		HTTPHeader:      http.Header{"User-Agent": {c.userAgent}},
		Subprotocols:    []string{subprotocol},
		CompressionMode: websocket.CompressionDisabled,
	}
}
