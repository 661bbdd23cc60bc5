package platonic

import "github.com/coder/websocket"

// dialOptions returns how the WebSocket of a channel is opened: the browser's own, which has no other terms.
func (c *channel) dialOptions() *websocket.DialOptions {
	return &websocket.DialOptions{Subprotocols: []string{subprotocol}}
}
