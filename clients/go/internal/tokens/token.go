// Package tokens mints rotating tokens.
package tokens

import (
	"bytes"
	"crypto"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/signatures"
)

// Holder is the identity that a token proves.
type Holder struct {
	IdentityID string
	// KeyID is the id of the key that signs.
	KeyID string
	Key   crypto.Signer
	// RotationVersion and RotationSecret are those of the rotation key.
	RotationVersion int
	RotationSecret  []byte
}

// Request has the parameters of one rotating token.
type Request struct {
	Audience string
	ClientID string
	Scope    string
	// Counter is higher than that of every earlier token of the identity and client.
	Counter  int64
	Window   time.Duration
	Lifetime time.Duration
	Now      time.Time
	// TokenID has 16 random bytes.
	TokenID   []byte
	Challenge string
	// Binding has 32 bytes of the channel for which the token is; nil for one over HTTP.
	Binding []byte
}

type tokenHeader struct {
	Type      string `json:"typ"`
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
}

type tokenClaims struct {
	Subject   string        `json:"sub"`
	Audience  string        `json:"aud"`
	ClientID  string        `json:"client_id"`
	Scope     string        `json:"scope"`
	IssuedAt  int64         `json:"iat"`
	ExpiresAt int64         `json:"exp"`
	TokenID   string        `json:"jti"`
	Challenge string        `json:"chal,omitempty"`
	Binding   string        `json:"cb,omitempty"`
	Rotation  tokenRotation `json:"rot"`
}

type tokenRotation struct {
	KeyID   string `json:"kid"`
	Window  int64  `json:"w"`
	Counter int64  `json:"n"`
	Code    string `json:"code"`
}

// Mint mints a rotating token, as docs/rotating-token.md describes it.
func Mint(holder Holder, request Request) (string, error) {
	header, err := segment(tokenHeader{Type: "wrt+jwt", Algorithm: "EdDSA", KeyID: holder.KeyID})
	if err != nil {
		return "", err
	}
	issuedAt, window := request.Now.Unix(), int64(request.Window/time.Second)
	if window < 1 || issuedAt < 0 {
		return "", fmt.Errorf("platonic: a token needs a window and a time, not %v and %v", request.Window, request.Now)
	}
	version := holder.RotationVersion
	claims := tokenClaims{
		Subject:   holder.IdentityID,
		Audience:  request.Audience,
		ClientID:  request.ClientID,
		Scope:     request.Scope,
		IssuedAt:  issuedAt,
		ExpiresAt: issuedAt + int64(request.Lifetime/time.Second),
		TokenID:   base64url.Encode(request.TokenID),
		Challenge: request.Challenge,
		Binding:   base64url.Encode(request.Binding),
		Rotation:  tokenRotation{KeyID: fmt.Sprintf("v%d", version), Window: issuedAt / window, Counter: request.Counter},
	}
	code, err := tokenCode(holder, header, claims)
	if err != nil {
		return "", err
	}
	claims.Rotation.Code = base64url.Encode(code)
	payload, err := segment(claims)
	if err != nil {
		return "", err
	}
	signature, err := signatures.Sign(holder.Key, []byte(header+"."+payload))
	return header + "." + payload + "." + base64url.Encode(signature), err
}

// tokenCode computes the code that only a holder of the rotation key can compute, bound to one client.
func tokenCode(holder Holder, header string, claims tokenClaims) ([]byte, error) {
	version := holder.RotationVersion
	info := fmt.Sprintf("platonic rotation v%d|%s", version, claims.ClientID)
	key, err := hkdf.Key(sha256.New, holder.RotationSecret, []byte(holder.IdentityID), info, 32)
	if err != nil {
		return nil, fmt.Errorf("platonic: no code could be computed: %w", err)
	}
	var signed []byte
	for _, text := range []string{
		"platonic rotation claims v1", header, claims.Subject, claims.Audience, claims.ClientID, claims.Scope,
	} {
		signed = appendText(signed, text)
	}
	signed = binary.BigEndian.AppendUint64(signed, uint64(claims.IssuedAt))
	signed = binary.BigEndian.AppendUint64(signed, uint64(claims.ExpiresAt))
	for _, text := range []string{claims.TokenID, claims.Challenge, claims.Binding, claims.Rotation.KeyID} {
		signed = appendText(signed, text)
	}
	digest := sha256.Sum256(signed)
	code := appendText(nil, "platonic rotation code v1")
	code = binary.BigEndian.AppendUint32(code, uint32(version))
	code = binary.BigEndian.AppendUint64(code, uint64(claims.Rotation.Window))
	code = binary.BigEndian.AppendUint64(code, uint64(claims.Rotation.Counter))
	mac := hmac.New(sha256.New, key)
	mac.Write(append(code, digest[:]...))
	return mac.Sum(nil), nil
}

// appendText appends the length of a text in 4 bytes, and the text.
func appendText(to []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32(to, uint32(len(text))), text...)
}

// segment encodes a part of a token: JSON as JavaScript writes it, which escapes no more than it must.
func segment(value any) (string, error) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", fmt.Errorf("platonic: the token could not be written: %w", err)
	}
	text := bytes.TrimSuffix(written.Bytes(), []byte("\n"))
	// Go escapes these two line separators even so.
	text = bytes.ReplaceAll(text, []byte(`\u2028`), []byte("\u2028"))
	text = bytes.ReplaceAll(text, []byte(`\u2029`), []byte("\u2029"))
	return base64url.Encode(text), nil
}
