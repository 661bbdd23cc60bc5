package platonic

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"
)

// tokenRequest has the parameters of one rotating token.
type tokenRequest struct {
	audience string
	clientID string
	scope    string
	// counter is higher than that of every earlier token of the identity and client.
	counter  int64
	window   time.Duration
	lifetime time.Duration
	now      time.Time
	// tokenID has 16 random bytes.
	tokenID   []byte
	challenge string
	// binding has 32 bytes of the channel for which the token is; nil for one over HTTP.
	binding []byte
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

// mintToken mints a rotating token, as docs/rotating-token.md describes it.
func mintToken(credentials *Credentials, request tokenRequest) (string, error) {
	header, err := segment(tokenHeader{Type: "wrt+jwt", Algorithm: "EdDSA", KeyID: credentials.KeyID})
	if err != nil {
		return "", err
	}
	issuedAt, window := request.now.Unix(), int64(request.window/time.Second)
	if window < 1 || issuedAt < 0 {
		return "", fmt.Errorf("platonic: a token needs a window and a time, not %v and %v", request.window, request.now)
	}
	version := credentials.RotationKey.Version
	claims := tokenClaims{
		Subject:   credentials.IdentityID,
		Audience:  request.audience,
		ClientID:  request.clientID,
		Scope:     request.scope,
		IssuedAt:  issuedAt,
		ExpiresAt: issuedAt + int64(request.lifetime/time.Second),
		TokenID:   encode(request.tokenID),
		Challenge: request.challenge,
		Binding:   encode(request.binding),
		Rotation:  tokenRotation{KeyID: fmt.Sprintf("v%d", version), Window: issuedAt / window, Counter: request.counter},
	}
	code, err := tokenCode(credentials, header, claims)
	if err != nil {
		return "", err
	}
	claims.Rotation.Code = encode(code)
	payload, err := segment(claims)
	if err != nil {
		return "", err
	}
	signature, err := credentials.sign([]byte(header + "." + payload))
	return header + "." + payload + "." + encode(signature), err
}

// tokenCode computes the code that only a holder of the rotation key can compute, bound to one client.
func tokenCode(credentials *Credentials, header string, claims tokenClaims) ([]byte, error) {
	version := credentials.RotationKey.Version
	info := fmt.Sprintf("platonic rotation v%d|%s", version, claims.ClientID)
	key, err := hkdf.Key(sha256.New, credentials.RotationKey.Secret, []byte(credentials.IdentityID), info, 32)
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
	return encode(text), nil
}
