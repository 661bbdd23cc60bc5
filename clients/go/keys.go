package platonic

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
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
	url := originOf(c.endpoint) + "/.well-known/jwks.json"
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

// publishedKey returns a public key of the service by its id, from a JSON Web Key Set (RFC 7517).
func publishedKey(keySet []byte, keyID string) (ed25519.PublicKey, error) {
	var set struct {
		Keys []struct {
			Type  string `json:"kty"`
			Curve string `json:"crv"`
			ID    string `json:"kid"`
			X     string `json:"x"`
		} `json:"keys"`
	}
	if err := json.Unmarshal(keySet, &set); err != nil {
		return nil, fmt.Errorf("the key set cannot be read: %w", err)
	}
	for _, key := range set.Keys {
		if key.ID != keyID {
			continue
		}
		public, err := decode(key.X)
		if err != nil || key.Type != "OKP" || key.Curve != "Ed25519" || len(public) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("the key %s is no Ed25519 key", keyID)
		}
		return public, nil
	}
	return nil, fmt.Errorf("the key set has no key %s", keyID)
}

// isSigned verifies an Ed25519 signature by the strict rules of RFC 8032.
func isSigned(public ed25519.PublicKey, message, signature []byte) bool {
	return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, message, signature)
}
