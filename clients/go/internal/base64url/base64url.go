// Package base64url writes bytes as the contract does, without padding.
package base64url

import "encoding/base64"

// Encode writes bytes.
func Encode(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }

// Decode reads what Encode writes, and nothing else.
func Decode(text string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(text) }
