// Package contract reads from the descriptors how methods are called.
package contract

import (
	"slices"
	"time"

	"connectrpc.com/connect"
	accessv1 "github.com/platonic/platonic/clients/go/gen/access/v1"
	callv1 "github.com/platonic/platonic/clients/go/gen/call/v1"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// KeyHeader is the header of the idempotency key.
const KeyHeader = "Idempotency-Key"

// Terms are those on which a method is called, as its descriptor has them.
type Terms struct {
	Method   string
	Deadline time.Duration
	// repeatedAfter has the reasons after which a client repeats the call.
	repeatedAfter []faultv1.Reason
	TakesKey      bool
	page          *callv1.Page
}

// TermsOf reads the terms of a method; of one without a descriptor there are none.
func TermsOf(spec connect.Spec) Terms {
	method, ok := spec.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return Terms{Method: spec.Procedure}
	}
	return methodTerms(method)
}

func methodTerms(method protoreflect.MethodDescriptor) Terms {
	options := method.Options()
	declared, _ := proto.GetExtension(options, callv1.E_Terms).(*callv1.Terms)
	takesKey, _ := proto.GetExtension(options, accessv1.E_IdempotencyKey).(bool)
	return Terms{
		Method:        string(method.Parent().FullName()) + "/" + string(method.Name()),
		Deadline:      time.Duration(declared.GetDeadlineMs()) * time.Millisecond,
		repeatedAfter: declared.GetRetryAfter(),
		TakesKey:      takesKey,
		page:          declared.GetPage(),
	}
}

// IsRepeatedAfter says whether a client repeats a call after a failure for a reason, as the contract names it.
func (t Terms) IsRepeatedAfter(reason string) bool {
	number, ok := faultv1.Reason_value["REASON_"+reason]
	return ok && slices.Contains(t.repeatedAfter, faultv1.Reason(number))
}
