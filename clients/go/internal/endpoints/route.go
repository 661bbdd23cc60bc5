package endpoints

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Route says by which proxy services are reached, and by which roots they are known. Its zero value has the proxies of the
// environment and the roots of the platform.
type Route struct {
	// Proxy is nil for the proxies of the environment.
	Proxy *url.URL
	// Roots is nil for those of the platform.
	Roots *x509.CertPool
}

// transport returns a transport that goes by the route.
func (r Route) transport() *http.Transport {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: 10 * time.Second}
	if r.Proxy != nil {
		transport.Proxy = http.ProxyURL(r.Proxy)
	}
	if r.Roots != nil {
		transport.TLSClientConfig = &tls.Config{RootCAs: r.Roots}
	}
	return transport
}

// ParseProxy reads the URL of a proxy. Errors do not show its password.
func ParseProxy(text string) (*url.URL, error) {
	proxy, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("platonic: the proxy is no URL, such as http://proxy.example:3128")
	}
	if !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, proxy.Scheme) || proxy.Hostname() == "" ||
		(proxy.Path != "" && proxy.Path != "/") || proxy.RawQuery != "" || proxy.Fragment != "" {
		return nil, fmt.Errorf("platonic: the proxy %s must begin with http://, https://, socks5:// or socks5h://, and name a host and no path",
			proxy.Redacted())
	}
	return proxy, nil
}

// ParseRoots reads certificates in PEM.
func ParseRoots(text []byte) (*x509.CertPool, error) {
	pool, count := x509.NewCertPool(), 0
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			return nil, fmt.Errorf("platonic: the roots must be certificates alone, and have a block %s", block.Type)
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("platonic: a certificate of the roots cannot be read: %w", err)
		}
		pool.AddCert(certificate)
		count++
	}
	if count == 0 {
		return nil, errors.New("platonic: the roots have no certificate: give them as PEM, which begins with -----BEGIN CERTIFICATE-----")
	}
	return pool, nil
}
