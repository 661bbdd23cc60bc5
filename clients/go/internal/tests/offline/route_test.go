package offline_test

import (
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// tunnel is a proxy that leads every CONNECT to one address.
type tunnel struct {
	address string
	mutex   sync.Mutex
	asked   []string
}

func (p *tunnel) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	user, password, _ := request.BasicAuth()
	if header := request.Header.Get("Proxy-Authorization"); header != "" {
		request.Header.Set("Authorization", header)
		user, password, _ = request.BasicAuth()
	}
	p.mutex.Lock()
	p.asked = append(p.asked, strings.Join([]string{request.Method, request.Host, user, password}, " "))
	p.mutex.Unlock()
	far, err := net.Dial("tcp", p.address)
	if err != nil {
		response.WriteHeader(http.StatusBadGateway)
		return
	}
	near, _, err := response.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(near, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		_, _ = io.Copy(far, near)
		_ = far.Close()
	}()
	_, _ = io.Copy(near, far)
	_ = near.Close()
}

// serveBehindProxy starts a service with TLS and a proxy before it, and returns them with the root of the service.
func serveBehindProxy(t *testing.T) (*tunnel, *httptest.Server, []byte) {
	t.Helper()
	service := serve(t, true)
	proxy := &tunnel{address: service.Listener.Addr().String()}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: service.Certificate().Raw})
	return proxy, server, root
}

// The name for which the certificates of tests are good.
const named = "https://example.com"

func getWallet(t *testing.T, options ...platonic.Option) error {
	t.Helper()
	client, err := platonic.NewClient(named, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	_, err = client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
	return err
}

func TestAProxyAndRootsByOption(t *testing.T) {
	proxy, server, root := serveBehindProxy(t)
	withPassword := strings.Replace(server.URL, "http://", "http://till:secret@", 1)
	for _, protocol := range [][]platonic.Option{nil, {platonic.WithConnectProtocol()}} {
		if err := getWallet(t, append(protocol, platonic.WithProxy(withPassword), platonic.WithRoots(root))...); err != nil {
			t.Error(err)
		}
	}
	err := getWallet(t, platonic.WithProxy(server.URL))
	if reasonIn(err) != platonic.ReasonUnreachable || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a service of an unknown authority: %v", err)
	}
	if want := "CONNECT example.com:443 till secret"; !slices.Equal(proxy.asked[:2], []string{want, want}) {
		t.Errorf("the proxy was asked for %q", proxy.asked)
	}
}

func TestAChannelGoesByTheProxy(t *testing.T) {
	asked := make(chan string, 1)
	proxy := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		select {
		case asked <- request.Method + " " + request.Host:
		default:
		}
		response.WriteHeader(http.StatusBadGateway)
	}))
	defer proxy.Close()
	client, err := platonic.NewClient(named, platonic.WithProxy(proxy.URL), platonic.WithCredentials(credentialsOf("ada")))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.Wallet(platonic.WalletOptions{Channel: &platonic.ChannelOptions{StaticKeys: [][]byte{make([]byte, 32)}}}); err != nil {
		t.Fatal(err)
	}
	// Only the channel has anything to ask for.
	if got := <-asked; got != "CONNECT example.com:443" {
		t.Error(got)
	}
}

func TestAProxyByTheEnvironment(t *testing.T) {
	const variable = "PLATONIC_TEST_ROOTS"
	if root := os.Getenv(variable); root != "" {
		if err := getWallet(t, platonic.WithRoots([]byte(root))); err != nil {
			t.Error(err)
		}
		return
	}
	proxy, server, root := serveBehindProxy(t)
	for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
		// Go reads the variables once in a process.
		command := exec.Command(os.Args[0], "-test.run=^TestAProxyByTheEnvironment$")
		command.Env = append(slices.DeleteFunc(os.Environ(), func(text string) bool {
			key, _, _ := strings.Cut(text, "=")
			return strings.HasSuffix(strings.ToLower(key), "_proxy")
		}), name+"="+server.URL, variable+"="+string(root))
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %s", name, output)
		}
	}
	if len(proxy.asked) != 2 || !strings.HasPrefix(proxy.asked[0], "CONNECT example.com:443") {
		t.Errorf("the proxy was asked for %q", proxy.asked)
	}
}

func TestProxiesAndRootsAreChecked(t *testing.T) {
	_, _, root := serveBehindProxy(t)
	key := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte{1}})
	for name, options := range map[string][]platonic.Option{
		"no proxy":           {platonic.WithProxy("")},
		"no scheme":          {platonic.WithProxy("proxy.example:3128")},
		"another scheme":     {platonic.WithProxy("ftp://till:secret@proxy.example")},
		"no host":            {platonic.WithProxy("http://:3128")},
		"a path":             {platonic.WithProxy("http://till:secret@proxy.example/path")},
		"no URL":             {platonic.WithProxy("http://till:secret@proxy example")},
		"no roots":           {platonic.WithRoots(nil)},
		"no PEM":             {platonic.WithRoots([]byte("certificate"))},
		"a key":              {platonic.WithRoots(append(root, key...))},
		"a bad certificate":  {platonic.WithRoots(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte{1}}))},
		"a client and roots": {platonic.WithRoots(root), platonic.WithHTTPClient(http.DefaultClient)},
		"a client and proxy": {platonic.WithProxy("http://proxy.example"), platonic.WithHTTPClient(http.DefaultClient)},
	} {
		if _, err := platonic.NewClient(named, options...); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := platonic.NewClient("http://platonic.example", platonic.WithProxy("http://proxy.example")); err == nil {
		t.Error("gRPC without TLS goes by a proxy")
	}
	for _, proxy := range []string{"http://proxy.example:3128", "https://proxy.example/", "socks5://till:secret@127.0.0.1:1080"} {
		if _, err := platonic.NewClient(named, platonic.WithProxy(proxy)); err != nil {
			t.Errorf("%s: %v", proxy, err)
		}
	}
}

func TestAPlainTextEndpointGoesByAProxyOverConnect(t *testing.T) {
	service, _ := listen(t, false)
	proxied := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		proxied++
		target, err := url.Parse(service)
		if err != nil {
			panic(err)
		}
		request.URL.Host, request.RequestURI = target.Host, ""
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			panic(err)
		}
		for name, values := range answer.Header {
			response.Header()[name] = values
		}
		response.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(response, answer.Body)
	}))
	defer proxy.Close()
	client, err := platonic.NewClient("http://platonic.example", platonic.WithConnectProtocol(), platonic.WithProxy(proxy.URL))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil || proxied != 1 {
		t.Errorf("%d requests, %v", proxied, err)
	}
}
