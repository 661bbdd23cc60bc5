package platonic

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"strconv"
	"sync"
)

// Version is the version of this package.
const Version = "0.1.0"

// productsMax is the longest text of [WithUserAgent].
const productsMax = 256

// products are those of a caller, as User-Agent has them: visible characters, with single spaces between them.
var products = regexp.MustCompile(`^[!-~]+( [!-~]+)*$`)

// userAgent returns the text by which requests name their client, after the products of the caller.
func userAgent(products string) string {
	name := fmt.Sprintf("platonic-client-go/%s (%s; %s %s)", Version, goVersion(runtime.Version()), runtime.GOOS, runtime.GOARCH)
	if products == "" {
		return name
	}
	return products + " " + name
}

// goVersion returns the version of Go, without what a toolchain adds to it.
func goVersion(runtimeVersion string) string {
	return cmp.Or(regexp.MustCompile(`go\d[\w.]*`).FindString(runtimeVersion), "go0")
}

// serviceVersion is what a client knows of the version of its service. The wallets of the client share it.
type serviceVersion struct {
	// endpoint is the service's.
	endpoint string
	// warn is told once of a version that does not go with this one.
	warn func(text string)

	mutex sync.Mutex
	told  string
}

var versionPattern = regexp.MustCompile(`^(\d{1,9})\.(\d{1,9})\.\d{1,9}(?:[-+][\w.+-]+)?$`)

// learn takes the version that an answer tells. The first one counts; what is no version is ignored.
func (s *serviceVersion) learn(version string) {
	if version == "" {
		return
	}
	if s.known() != "" || !versionPattern.MatchString(version) || !s.set(version) {
		return
	}
	if difference := compareVersions(version, Version); difference < 0 {
		s.warn(fmt.Sprintf("the service at %s has version %s, older than this client (%s): calls that it does not know fail with "+
			"NOT_FOUND; update the service, or use the client of its version", s.endpoint, version, Version))
	} else if difference > 0 {
		s.warn(fmt.Sprintf("the service at %s has version %s, newer than this client (%s): update the client",
			s.endpoint, version, Version))
	}
}

func (s *serviceVersion) known() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.told
}

// set says whether the version is the first one.
func (s *serviceVersion) set(version string) bool {
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

// logWarning returns the function that logs warnings.
func logWarning(logger *slog.Logger) func(string) {
	return func(text string) { logger.LogAttrs(context.Background(), slog.LevelWarn, "platonic: "+text) }
}

// ServiceVersion returns the version that the service has told, such as "0.1.0"; empty before its first answer.
func (c *Client) ServiceVersion() string { return c.version.known() }
