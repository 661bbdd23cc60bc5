package platonic

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/tokens"
)

// Credentials prove an identity, and sign for it. As JSON they hold its secrets; printed and logged they
// do not.
type Credentials struct {
	IdentityID string
	// KeyID is the id of the signing key.
	KeyID string
	// Key signs by Ed25519: an ed25519.PrivateKey, or a signer whose key stays in a device.
	Key crypto.Signer
	// RotationKey is the key of the codes in rotating tokens.
	RotationKey RotationKey
}

// RotationKey is the secret that an identity shares with the service.
type RotationKey struct {
	Version int
	// Secret has 32 bytes.
	Secret []byte
}

// storedCredentials is the form of credentials in JSON, in which bytes are base64url.
type storedCredentials struct {
	IdentityID  string            `json:"identityId"`
	KeyID       string            `json:"keyId"`
	PrivateKey  string            `json:"privateKey"`
	RotationKey storedRotationKey `json:"rotationKey"`
}

type storedRotationKey struct {
	Version int    `json:"version"`
	Secret  string `json:"secret"`
}

// MarshalJSON writes the credentials with their secrets. It fails for a key that stays in a device.
func (c *Credentials) MarshalJSON() ([]byte, error) {
	private, ok := c.Key.(ed25519.PrivateKey)
	if !ok || len(private) != ed25519.PrivateKeySize {
		return nil, errors.New("platonic: only an ed25519.PrivateKey can be written; store the other members yourself")
	}
	return json.Marshal(storedCredentials{
		IdentityID:  c.IdentityID,
		KeyID:       c.KeyID,
		PrivateKey:  base64url.Encode(private.Seed()),
		RotationKey: storedRotationKey{Version: c.RotationKey.Version, Secret: base64url.Encode(c.RotationKey.Secret)},
	})
}

// UnmarshalJSON reads what MarshalJSON has written.
func (c *Credentials) UnmarshalJSON(text []byte) error {
	var stored storedCredentials
	if err := json.Unmarshal(text, &stored); err != nil {
		return fmt.Errorf("platonic: these are no credentials: %w", err)
	}
	seed, err := base64url.Decode(stored.PrivateKey)
	if err != nil || len(seed) != ed25519.SeedSize {
		return errors.New("platonic: `privateKey` must be 32 bytes as base64url")
	}
	secret, err := base64url.Decode(stored.RotationKey.Secret)
	if err != nil {
		return errors.New("platonic: `rotationKey.secret` must be base64url")
	}
	read := Credentials{
		IdentityID:  stored.IdentityID,
		KeyID:       stored.KeyID,
		Key:         ed25519.NewKeyFromSeed(seed),
		RotationKey: RotationKey{Version: stored.RotationKey.Version, Secret: secret},
	}
	if err := read.check(); err != nil {
		return err
	}
	*c = read
	return nil
}

// String names the identity and the key, without secrets.
func (c *Credentials) String() string {
	return fmt.Sprintf("credentials of identity %s, key %s", c.IdentityID, c.KeyID)
}

// GoString is String, so that no format shows the secrets.
func (c *Credentials) GoString() string { return c.String() }

// LogValue is String, so that no log shows the secrets.
func (c *Credentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

// check refuses credentials that cannot be used.
func (c *Credentials) check() error {
	switch {
	case !isName(c.IdentityID) || !isName(c.KeyID):
		return errors.New("platonic: credentials need the id of their identity and of their key")
	case c.Key == nil:
		return errors.New("platonic: credentials need a key")
	case c.RotationKey.Version < 1 || len(c.RotationKey.Secret) != 32:
		return errors.New("platonic: credentials need a rotation key of 32 bytes, with its version")
	}
	if public, ok := c.Key.Public().(ed25519.PublicKey); !ok || len(public) != ed25519.PublicKeySize {
		return errors.New("platonic: the key of credentials must be an Ed25519 key")
	}
	return nil
}

// holder returns what tokens are minted by.
func (c *Credentials) holder() tokens.Holder {
	return tokens.Holder{
		IdentityID:      c.IdentityID,
		KeyID:           c.KeyID,
		Key:             c.Key,
		RotationVersion: c.RotationKey.Version,
		RotationSecret:  c.RotationKey.Secret,
	}
}

func newKey() (ed25519.PublicKey, ed25519.PrivateKey, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("platonic: no key could be made: %w", err)
	}
	return public, private, nil
}
