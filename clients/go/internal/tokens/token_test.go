package tokens

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"testing"
	"time"

	"github.com/platonic/platonic/clients/go/internal/base64url"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
)

type tokenVectors struct {
	Identity struct {
		ID         string `json:"id"`
		SigningKey struct {
			ID      string          `json:"id"`
			Private vectorfiles.Hex `json:"private_key_hex"`
		} `json:"signing_key"`
		RotationKey struct {
			Version int             `json:"version"`
			Secret  vectorfiles.Hex `json:"secret_hex"`
		} `json:"rotation_key"`
	} `json:"identity"`
	Mint []struct {
		Name    string `json:"name"`
		NowMs   int64  `json:"now_ms"`
		Window  int64  `json:"window_seconds"`
		Payload string `json:"payload"`
		Token   string `json:"token"`
	} `json:"mint"`
}

func (v *tokenVectors) holder() Holder {
	return Holder{
		IdentityID:      v.Identity.ID,
		KeyID:           v.Identity.SigningKey.ID,
		Key:             ed25519.NewKeyFromSeed(v.Identity.SigningKey.Private),
		RotationVersion: v.Identity.RotationKey.Version,
		RotationSecret:  v.Identity.RotationKey.Secret,
	}
}

func TestTokensAreThoseOfTheVectors(t *testing.T) {
	var vectors tokenVectors
	vectorfiles.Read(t, "rotating-tokens.json", &vectors)
	if len(vectors.Mint) < 7 {
		t.Fatalf("there are %d vectors", len(vectors.Mint))
	}
	for _, vector := range vectors.Mint {
		t.Run(vector.Name, func(t *testing.T) {
			var claims tokenClaims
			if err := json.Unmarshal([]byte(vector.Payload), &claims); err != nil {
				t.Fatal(err)
			}
			tokenID, _ := base64.RawURLEncoding.DecodeString(claims.TokenID)
			binding, _ := base64.RawURLEncoding.DecodeString(claims.Binding)
			token, err := Mint(vectors.holder(), Request{
				Audience:  claims.Audience,
				ClientID:  claims.ClientID,
				Scope:     claims.Scope,
				Counter:   claims.Rotation.Counter,
				Window:    time.Duration(vector.Window) * time.Second,
				Lifetime:  time.Duration(claims.ExpiresAt-claims.IssuedAt) * time.Second,
				Now:       time.UnixMilli(vector.NowMs),
				TokenID:   tokenID,
				Challenge: claims.Challenge,
				Binding:   binding,
			})
			if err != nil || token != vector.Token {
				t.Errorf("minted %s, %v; want %s", token, err, vector.Token)
			}
		})
	}
}

func TestTokensAreWrittenAsJavaScriptWritesThem(t *testing.T) {
	text, err := segment(map[string]string{"a": "<&>\u2028\u2029ü"})
	written, _ := base64url.Decode(text)
	if want := "{\"a\":\"<&>\u2028\u2029ü\"}"; err != nil || string(written) != want {
		t.Errorf("wrote %s, %v", written, err)
	}
}
