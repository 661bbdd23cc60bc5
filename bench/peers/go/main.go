// The same contract served in Go: connect-go for gRPC and Connect, vanguard-go for REST as the google.api.http annotations
// define it. There is no authentication, limit or log.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"

	"connectrpc.com/vanguard"
	"platonic.example/peer/build/stubs/platonic/geocode/v1/geocodev1connect"
)

func main() {
	path, rpc := geocodev1connect.NewGeocodeServiceHandler(geocode{})
	rest, err := vanguard.NewTranscoder([]*vanguard.Service{vanguard.NewService(path, rpc)})
	if err != nil {
		log.Fatal(err)
	}
	// gRPC and Connect calls bypass Vanguard, which would only pass them on, so that they are as fast as connect-go can be.
	mux := http.NewServeMux()
	mux.Handle(path, rpc)
	mux.Handle("/", rest)

	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	// Prints the line that the parent waits for. SIGTERM ends a Go program by default.
	fmt.Printf("{\"port\":%d,\"msg\":\"listening\"}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal((&http.Server{Handler: mux, Protocols: protocols}).Serve(listener))
}
