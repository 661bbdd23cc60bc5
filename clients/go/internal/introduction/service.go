package introduction

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Service is what a client knows of the version of its service. The wallets of the client share it.
type Service struct {
	endpoint string
	// own is the version of the client.
	own string
	// warn is told once of a version that does not go with the client's.
	warn func(text string)

	mutex sync.Mutex
	told  string
}

// NewService returns what is known of the service at an endpoint before its first answer: nothing.
func NewService(endpoint, own string, warn func(text string)) *Service {
	return &Service{endpoint: strings.TrimRight(endpoint, "/"), own: own, warn: warn}
}

var versionPattern = regexp.MustCompile(`^(\d{1,9})\.(\d{1,9})\.\d{1,9}(?:[-+][\w.+-]+)?$`)

// Learn takes the version that an answer tells. The first one counts; what is no version is ignored.
func (s *Service) Learn(version string) {
	if version == "" {
		return
	}
	if s.Version() != "" || !versionPattern.MatchString(version) || !s.set(version) {
		return
	}
	if difference := compareVersions(version, s.own); difference < 0 {
		s.warn(fmt.Sprintf("the service at %s has version %s, older than this client (%s): calls that it does not know fail with "+
			"NOT_FOUND; update the service, or use the client of its version", s.endpoint, version, s.own))
	} else if difference > 0 {
		s.warn(fmt.Sprintf("the service at %s has version %s, newer than this client (%s): update the client",
			s.endpoint, version, s.own))
	}
}

// Version returns the version that the service has told; empty before its first answer.
func (s *Service) Version() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.told
}

// set says whether the version is the first one.
func (s *Service) set(version string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.told != "" {
		return false
	}
	s.told = version
	return true
}

// compareVersions compares the first numbers of versions and, while both are 0, the second ones: others go with each other.
func compareVersions(a, b string) int {
	first, second := versionPattern.FindStringSubmatch(a), versionPattern.FindStringSubmatch(b)
	difference := cmp.Compare(number(first[1]), number(second[1]))
	if difference == 0 && number(first[1]) == 0 {
		return cmp.Compare(number(first[2]), number(second[2]))
	}
	return difference
}

func number(digits string) int {
	value, _ := strconv.Atoi(digits) // The pattern has digits alone.
	return value
}
