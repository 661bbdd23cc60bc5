module github.com/platonic/platonic/clients/go

go 1.25.0

require (
	connectrpc.com/connect v1.21.0
	google.golang.org/protobuf v1.36.12
)

require github.com/coder/websocket v1.8.15
