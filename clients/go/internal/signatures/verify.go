package signatures

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"

	"github.com/platonic/platonic/clients/go/internal/base64url"
)

// PublishedKey returns a public key of the service by its id, from a JSON Web Key Set (RFC 7517).
func PublishedKey(keySet []byte, keyID string) (ed25519.PublicKey, error) {
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
		public, err := base64url.Decode(key.X)
		if err != nil || key.Type != "OKP" || key.Curve != "Ed25519" || len(public) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("the key %s is no Ed25519 key", keyID)
		}
		return public, nil
	}
	return nil, fmt.Errorf("the key set has no key %s", keyID)
}

// IsSigned verifies an Ed25519 signature by the strict rules of RFC 8032.
func IsSigned(public ed25519.PublicKey, message, signature []byte) bool {
	return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, message, signature)
}
