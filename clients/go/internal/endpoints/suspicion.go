package endpoints

import (
	"net/http"
	"sync/atomic"
)

// Suspicion is whether a connection of a transport may be silent that sends no pings. A call whose time was over without an
// answer raises it, and the next call closes what is idle, so that it does not go by the same connection. A nil one does nothing.
type Suspicion struct {
	isRaised atomic.Bool
	client   *http.Client
}

// NewSuspicion returns the suspicion of a client whose transport may send no pings.
func NewSuspicion(client *http.Client) *Suspicion { return &Suspicion{client: client} }

// Raise notes that there was no answer in time.
func (s *Suspicion) Raise() {
	if s != nil {
		s.isRaised.Store(true)
	}
}

// Settle closes idle connections if one of them may be silent. Transports without CloseIdleConnections keep them.
func (s *Suspicion) Settle() {
	if s != nil && s.isRaised.Swap(false) {
		s.client.CloseIdleConnections()
	}
}
