// Package vectorfiles reads the vectors of the repository, for tests.
package vectorfiles

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Read reads a file of the repository's vectors; a package from elsewhere has none.
func Read(t *testing.T, name string, into any) {
	t.Helper()
	_, source, _, _ := runtime.Caller(0)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(source), "../../../../test/vectors", name))
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

// Hex are bytes that a vector has in hexadecimal.
type Hex []byte

// UnmarshalText reads hexadecimal digits.
func (b *Hex) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

// Steps are vectors with the steps that lead to their bytes.
type Steps struct {
	Vectors []struct {
		Name    string `json:"name"`
		Purpose string `json:"purpose"`
		Refused string `json:"refused"`
		Steps   []struct {
			Name      string `json:"name"`
			Do        string `json:"do"`
			Of        string `json:"of"`
			Signature string `json:"signature"`
			PublicKey Hex    `json:"publicKey"`
			Valid     bool   `json:"valid"`
			Bytes     Hex    `json:"bytes"`
		} `json:"steps"`
	} `json:"vectors"`
}
