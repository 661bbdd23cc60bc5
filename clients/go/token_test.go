package platonic

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

type tokenVectors struct {
	Identity struct {
		ID         string `json:"id"`
		SigningKey struct {
			ID      string   `json:"id"`
			Private hexBytes `json:"private_key_hex"`
		} `json:"signing_key"`
		RotationKey struct {
			Version int      `json:"version"`
			Secret  hexBytes `json:"secret_hex"`
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

func (v *tokenVectors) credentials() *Credentials {
	return &Credentials{
		IdentityID:  v.Identity.ID,
		KeyID:       v.Identity.SigningKey.ID,
		Key:         ed25519.NewKeyFromSeed(v.Identity.SigningKey.Private),
		RotationKey: RotationKey{v.Identity.RotationKey.Version, v.Identity.RotationKey.Secret},
	}
}

func TestTokensAreThoseOfTheVectors(t *testing.T) {
	var vectors tokenVectors
	readVectors(t, "rotating-tokens.json", &vectors)
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
			token, err := mintToken(vectors.credentials(), tokenRequest{
				audience:  claims.Audience,
				clientID:  claims.ClientID,
				scope:     claims.Scope,
				counter:   claims.Rotation.Counter,
				window:    time.Duration(vector.Window) * time.Second,
				lifetime:  time.Duration(claims.ExpiresAt-claims.IssuedAt) * time.Second,
				now:       time.UnixMilli(vector.NowMs),
				tokenID:   tokenID,
				challenge: claims.Challenge,
				binding:   binding,
			})
			if err != nil || token != vector.Token {
				t.Errorf("minted %s, %v; want %s", token, err, vector.Token)
			}
		})
	}
}

func TestTokensAreWrittenAsJavaScriptWritesThem(t *testing.T) {
	text, err := segment(map[string]string{"a": "<&>\u2028\u2029ü"})
	written, _ := decode(text)
	if want := "{\"a\":\"<&>\u2028\u2029ü\"}"; err != nil || string(written) != want {
		t.Errorf("wrote %s, %v", written, err)
	}
}

func TestCredentialsSurviveJSONAndHideTheirSecrets(t *testing.T) {
	var vectors tokenVectors
	readVectors(t, "rotating-tokens.json", &vectors)
	credentials := vectors.credentials()
	text, err := json.Marshal(credentials)
	if err != nil {
		t.Fatal(err)
	}
	var read Credentials
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(&read)
	if string(again) != string(text) {
		t.Errorf("read %s from %s", again, text)
	}
	secret := encode(credentials.RotationKey.Secret)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		shown := fmt.Sprintf(format, credentials) + credentials.LogValue().String()
		if strings.Contains(shown, secret) || strings.Contains(shown, "[") {
			t.Errorf("%s shows %s", format, shown)
		}
	}
}

func TestCredentialsThatCannotBeUsedAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":           `{}`,
		"a short key":       `{"identityId":"a","keyId":"b","privateKey":"AAAA","rotationKey":{"version":1,"secret":"AAAA"}}`,
		"an alphabet":       `{"identityId":"a","keyId":"b","privateKey":"+/==","rotationKey":{"version":1,"secret":"AAAA"}}`,
		"no rotation key":   `{"identityId":"a","keyId":"b","privateKey":"` + strings.Repeat("A", 43) + `"}`,
		"an id with spaces": `{"identityId":"a b","keyId":"b","privateKey":"` + strings.Repeat("A", 43) + `","rotationKey":{"version":1,"secret":"` + strings.Repeat("A", 43) + `"}}`,
	} {
		var read Credentials
		if err := json.Unmarshal([]byte(text), &read); err == nil || !strings.HasPrefix(err.Error(), "platonic: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
