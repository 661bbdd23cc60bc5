package offline_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
)

// credentialsOf returns credentials of an identity that no service knows.
func credentialsOf(identityID string) *platonic.Credentials {
	return &platonic.Credentials{
		IdentityID:  identityID,
		KeyID:       "key",
		Key:         ed25519.NewKeyFromSeed(make([]byte, 32)),
		RotationKey: platonic.RotationKey{Version: 1, Secret: make([]byte, 32)},
	}
}

func TestCredentialsSurviveJSONAndHideTheirSecrets(t *testing.T) {
	credentials := credentialsOf("ada")
	text, err := json.Marshal(credentials)
	if err != nil {
		t.Fatal(err)
	}
	var read platonic.Credentials
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(&read)
	if string(again) != string(text) {
		t.Errorf("read %s from %s", again, text)
	}
	secret := base64.RawURLEncoding.EncodeToString(credentials.RotationKey.Secret)
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
		var read platonic.Credentials
		if err := json.Unmarshal([]byte(text), &read); err == nil || !strings.HasPrefix(err.Error(), "platonic: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
