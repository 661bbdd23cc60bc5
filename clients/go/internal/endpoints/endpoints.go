// Package endpoints reads the addresses of services, and connects to them.
package endpoints

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Parse reads the URL of a service.
func Parse(text string) (*url.URL, error) {
	endpoint, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("platonic: the endpoint is no URL: %w", err)
	}
	if (endpoint.Scheme != "https" && endpoint.Scheme != "http") || endpoint.Host == "" {
		return nil, fmt.Errorf("platonic: the endpoint %q must begin with https:// or http:// and name a host", text)
	}
	if endpoint.User != nil || endpoint.RawQuery != "" || endpoint.Fragment != "" {
		return nil, errors.New("platonic: the endpoint must have no user, query or fragment; give credentials by an option")
	}
	return endpoint, nil
}

// RequireEncrypted refuses an endpoint to which credentials would be sent unencrypted.
func RequireEncrypted(endpoint *url.URL) error {
	if endpoint.Scheme == "https" || endpoint.Scheme == "wss" || IsLoopback(endpoint) {
		return nil
	}
	return fmt.Errorf("platonic: %s must be encrypted, as others could read the credentials and use them: "+
		"use TLS, or WithPlainText on a network that is encrypted otherwise", endpoint)
}

// IsLoopback says whether a URL names this very machine, so that nobody can read or change what is sent there.
func IsLoopback(endpoint *url.URL) bool {
	name := endpoint.Hostname()
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}

// OriginOf returns the origin of a URL, which is the audience of its tokens.
func OriginOf(endpoint *url.URL) string {
	host := strings.ToLower(endpoint.Host)
	if port := endpoint.Port(); (endpoint.Scheme == "https" && port == "443") || (endpoint.Scheme == "http" && port == "80") {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return endpoint.Scheme + "://" + host
}
