package platonic

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

// keyHeader is the header of the idempotency key.
const keyHeader = "Idempotency-Key"

// terms are those on which a method is called, as its descriptor has them.
type terms struct {
	method   string
	deadline time.Duration
	// repeatedAfter has the reasons after which a client repeats the call.
	repeatedAfter []faultv1.Reason
	takesKey      bool
	page          *callv1.Page
}

// termsOf reads the terms of a method; of one without a descriptor there are none.
func termsOf(spec connect.Spec) terms {
	method, ok := spec.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return terms{method: spec.Procedure}
	}
	return methodTerms(method)
}

func methodTerms(method protoreflect.MethodDescriptor) terms {
	options := method.Options()
	declared, _ := proto.GetExtension(options, callv1.E_Terms).(*callv1.Terms)
	takesKey, _ := proto.GetExtension(options, accessv1.E_IdempotencyKey).(bool)
	return terms{
		method:        string(method.Parent().FullName()) + "/" + string(method.Name()),
		deadline:      time.Duration(declared.GetDeadlineMs()) * time.Millisecond,
		repeatedAfter: declared.GetRetryAfter(),
		takesKey:      takesKey,
		page:          declared.GetPage(),
	}
}

// isRepeatedAfter says whether a client repeats a call after a failure.
func (t terms) isRepeatedAfter(failure *Error) bool {
	switch {
	case failure.wasNotSent:
		return failure.Reason == ReasonUnreachable || failure.Reason == ReasonUnavailable
	case failure.Reason == ReasonUnreachable:
		// A lost answer counts as UNAVAILABLE.
		return slices.Contains(t.repeatedAfter, faultv1.Reason_REASON_UNAVAILABLE)
	case failure.Reason == ReasonStateInvalid && failure.Parameter == keyHeader:
		// The first execution of a call with this key is under way.
		return t.takesKey
	default:
		number, ok := faultv1.Reason_value["REASON_"+string(failure.Reason)]
		return ok && slices.Contains(t.repeatedAfter, faultv1.Reason(number))
	}
}
