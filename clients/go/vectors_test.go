package platonic

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// readVectors reads a file of the repository's vectors; a package from elsewhere has none.
func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "test", "vectors", name))
	if os.IsNotExist(err) {
		t.Skip("the vectors are in the repository alone")
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// hexBytes are bytes that a vector has in hexadecimal.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

// vectorCredentials returns the credentials of a seed.
func vectorCredentials(identityID, keyID string, seed []byte) *Credentials {
	return &Credentials{
		IdentityID:  identityID,
		KeyID:       keyID,
		Key:         ed25519.NewKeyFromSeed(seed),
		RotationKey: RotationKey{Version: 1, Secret: make([]byte, 32)},
	}
}
