package platonic

import (
	"net/url"
	"regexp"
	"testing"
)

func TestClientsOfOneIdentityDrawTheirIDs(t *testing.T) {
	endpoint := &url.URL{Scheme: "https", Host: "platonic.example"}
	drawn := map[string]bool{}
	for range 100 {
		settings, err := settingsOf(endpoint, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^wallet-[0-9a-f]{2}$`).MatchString(settings.clientID) {
			t.Errorf("the id is %q", settings.clientID)
		}
		drawn[settings.clientID] = true
	}
	if len(drawn) < 20 {
		t.Errorf("100 clients have %d ids", len(drawn))
	}
	settings, err := settingsOf(endpoint, []Option{WithClientID("till-7")})
	if err != nil || settings.clientID != "till-7" {
		t.Errorf("the given id became %q, %v", settings.clientID, err)
	}
}
