package platonic

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/platonic/platonic/clients/go/internal/endpoints"
)

const (
	// keySetTime is the longest time in which the key set is fetched for a context without a deadline.
	keySetTime = 30 * time.Second
	// keySetMax is the size of the largest key set that is read.
	keySetMax = 1 << 20
)

// KeySet fetches the JSON Web Key Set by which [VerifyReceipt] verifies. Keep it with the receipts: whoever can replace it can
// make receipts.
func (c *Client) KeySet(ctx context.Context) ([]byte, error) {
	if _, ok := ctx.Deadline(); !ok {
		limited, cancel := context.WithTimeout(ctx, keySetTime)
		defer cancel()
		ctx = limited
	}
	url := endpoints.OriginOf(c.endpoint) + "/.well-known/jwks.json"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := c.settings.httpClient.Do(request)
	if err != nil {
		return nil, errorOf(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, &Error{Reason: ReasonUnreachable, Message: url + " answers " + answer.Status}
	}
	keySet, err := io.ReadAll(io.LimitReader(answer.Body, keySetMax))
	if err != nil {
		return nil, errorOf(ctx, err)
	}
	return keySet, nil
}
