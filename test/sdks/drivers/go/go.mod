module github.com/platonic/platonic/test/sdks/drivers/go

go 1.26.0

require (
	github.com/platonic/platonic/clients/go v0.1.0
	google.golang.org/protobuf v1.36.12
)

require connectrpc.com/connect v1.21.1 // indirect
