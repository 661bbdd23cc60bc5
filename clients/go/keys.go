package platonic

import "crypto/ed25519"

// isSigned verifies an Ed25519 signature by the strict rules of RFC 8032.
func isSigned(public ed25519.PublicKey, message, signature []byte) bool {
	return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, message, signature)
}
