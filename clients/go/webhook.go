package platonic

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrBadWebhook is wrapped by the errors of webhooks that are not from the service, or not of the present.
var ErrBadWebhook = errors.New("platonic: bad webhook")

// webhookAgeMax is the most by which the time of a webhook may differ from that of its receiver.
const webhookAgeMax = 5 * time.Minute

// VerifyWebhook verifies a webhook of the service, by one secret or, while they are rotated, by each of several: texts that
// begin with "whsec_". The body is that of the request, as it was sent. Its header `webhook-id` is the same in each attempt:
// ignore what you have dealt with. The error of a webhook that is not valid wraps [ErrBadWebhook].
func VerifyWebhook(secrets []string, header http.Header, body []byte, now time.Time) error {
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" {
		return fmt.Errorf("%w: it needs the headers `webhook-id` and `webhook-timestamp`", ErrBadWebhook)
	}
	if now.Sub(time.Unix(seconds, 0)).Abs() >= webhookAgeMax {
		return fmt.Errorf("%w: it is from another time than this receiver", ErrBadWebhook)
	}
	if len(secrets) == 0 {
		return errors.New("platonic: a webhook is verified by at least one secret")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return errors.New("platonic: a secret of webhooks is `whsec_` and base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + at + "."))
		mac.Write(body)
		if isAmong(mac.Sum(nil), header.Get("webhook-signature")) {
			return nil
		}
	}
	return fmt.Errorf("%w: it is not signed by any of the secrets", ErrBadWebhook)
}

// isAmong says whether a code is among the signatures of a webhook, which have spaces between them.
func isAmong(code []byte, signatures string) bool {
	for _, signature := range strings.Fields(signatures) {
		text, isCode := strings.CutPrefix(signature, "v1,")
		given, err := base64.StdEncoding.DecodeString(text)
		if isCode && err == nil && hmac.Equal(code, given) {
			return true
		}
	}
	return false
}
