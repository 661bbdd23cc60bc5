package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	platonic "github.com/platonic/platonic/clients/go"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// method is a method of a generated client, found by its name.
type method struct {
	request proto.Message
	call    func(ctx context.Context, request proto.Message) (proto.Message, error)
}

// find looks for a method among the clients of all services.
func (d *driver) find(service, name string) (*method, error) {
	descriptor, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return nil, err
	}
	declared := descriptor.(protoreflect.ServiceDescriptor).Methods().ByName(protoreflect.Name(name))
	if declared == nil {
		return nil, fmt.Errorf("%s has no method %s", service, name)
	}
	services := reflect.ValueOf(d.client.Services)
	for place := range services.NumField() {
		function := services.Field(place).MethodByName(name)
		if !function.IsValid() || function.Type().NumIn() != 2 {
			continue
		}
		request := reflect.New(function.Type().In(1).Elem()).Interface().(proto.Message)
		if request.ProtoReflect().Descriptor() == declared.Input() {
			return &method{request, invoke(function)}, nil
		}
	}
	return nil, fmt.Errorf("the client has no %s/%s", service, name)
}

func invoke(function reflect.Value) func(context.Context, proto.Message) (proto.Message, error) {
	return func(ctx context.Context, request proto.Message) (proto.Message, error) {
		results := function.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(request)})
		if err, failed := results[1].Interface().(error); failed {
			return nil, err
		}
		return results[0].Interface().(proto.Message), nil
	}
}

func (d *driver) call(ctx context.Context, members struct {
	Service, Method, IdempotencyKey string
	Request                         json.RawMessage
}) (any, error) {
	method, err := d.find(members.Service, members.Method)
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(members.Request, method.request); err != nil {
		return nil, err
	}
	if members.IdempotencyKey != "" {
		ctx = platonic.WithIdempotencyKey(ctx, members.IdempotencyKey)
	}
	response, err := method.call(ctx, method.request)
	if err != nil {
		return nil, err
	}
	text, err := protojson.Marshal(response)
	return json.RawMessage(text), err
}

func (d *driver) pages(ctx context.Context, members struct {
	Service, Method string
	Request         json.RawMessage
}) (any, error) {
	method, err := d.find(members.Service, members.Method)
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(members.Request, method.request); err != nil {
		return nil, err
	}
	items := []json.RawMessage{}
	for item, err := range platonic.Pages[proto.Message](ctx, method.call, method.request) {
		if err != nil {
			return nil, err
		}
		text, err := protojson.Marshal(item)
		if err != nil {
			return nil, err
		}
		items = append(items, text)
	}
	return map[string]any{"items": items}, nil
}
