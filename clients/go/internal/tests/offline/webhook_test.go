package offline_test

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	"github.com/platonic/platonic/clients/go/internal/vectorfiles"
)

func TestWebhooksAreVerified(t *testing.T) {
	var vectors vectorfiles.Steps
	vectorfiles.Read(t, "steps/others.json", &vectors)
	steps := vectors.Vectors[2].Steps
	secret := "whsec_" + base64.StdEncoding.EncodeToString(steps[0].Bytes)
	signature := "v1," + base64.StdEncoding.EncodeToString(steps[2].Bytes)
	other := "whsec_" + base64.StdEncoding.EncodeToString([]byte("another secret, of 24 by"))
	sentAt := time.Unix(1800000000, 0)
	for _, test := range []struct {
		name          string
		secrets       []string
		id, signature string
		body          string
		now           time.Time
		bad           bool
	}{
		{"as it is", []string{secret}, "msg_1", signature, `{"approved":true}`, sentAt, false},
		{"while secrets are rotated", []string{other, secret}, "msg_1", "v1,AAAA " + signature, `{"approved":true}`, sentAt, false},
		{"late", []string{secret}, "msg_1", signature, `{"approved":true}`, sentAt.Add(299 * time.Second), false},
		{"too late", []string{secret}, "msg_1", signature, `{"approved":true}`, sentAt.Add(300 * time.Second), true},
		{"too early", []string{secret}, "msg_1", signature, `{"approved":true}`, sentAt.Add(-300 * time.Second), true},
		{"another body", []string{secret}, "msg_1", signature, `{"approved":false}`, sentAt, true},
		{"another id", []string{secret}, "msg_2", signature, `{"approved":true}`, sentAt, true},
		{"no id", []string{secret}, "", signature, `{"approved":true}`, sentAt, true},
		{"another secret", []string{other}, "msg_1", signature, `{"approved":true}`, sentAt, true},
		{"no signature", []string{secret}, "msg_1", "", `{"approved":true}`, sentAt, true},
		{"another version", []string{secret}, "msg_1", "v2" + signature[2:], `{"approved":true}`, sentAt, true},
	} {
		header := http.Header{}
		header.Set("webhook-id", test.id)
		header.Set("webhook-timestamp", "1800000000")
		header.Set("webhook-signature", test.signature)
		err := platonic.VerifyWebhook(test.secrets, header, []byte(test.body), test.now)
		if test.bad != errors.Is(err, platonic.ErrBadWebhook) || test.bad != (err != nil) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	header := http.Header{"Webhook-Id": {"msg_1"}, "Webhook-Timestamp": {"1800000000"}}
	for _, secrets := range [][]string{nil, {"whsec_"}, {"no base64!"}} {
		err := platonic.VerifyWebhook(secrets, header, nil, sentAt)
		if err == nil || errors.Is(err, platonic.ErrBadWebhook) || !strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v", secrets, err)
		}
	}
}
