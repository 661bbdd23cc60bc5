package platonic

import (
	"context"
	"fmt"
	"iter"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Pages yields all items of a method that answers in pages, from the page that the request names on. It ends after an error.
//
//	for hold, err := range platonic.Pages[*walletv1.Hold](ctx, client.Holds.ListHolds, request) {
func Pages[Item proto.Message, Request proto.Message, Response proto.Message](
	ctx context.Context, call func(context.Context, Request) (Response, error), request Request,
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		paging, err := pagingOf(request.ProtoReflect().Descriptor())
		if err != nil {
			yield(none, err)
			return
		}
		asked := proto.CloneOf(request)
		for {
			answer, err := call(ctx, asked)
			if err != nil {
				yield(none, err)
				return
			}
			page := answer.ProtoReflect()
			items := page.Get(paging.items).List()
			for place := range items.Len() {
				item, ok := items.Get(place).Message().Interface().(Item)
				if !ok {
					yield(none, fmt.Errorf("platonic: the items are %s", paging.items.Message().FullName()))
					return
				}
				if !yield(item, nil) {
					return
				}
			}
			next := page.Get(paging.next).String()
			if next == "" {
				return
			}
			asked.ProtoReflect().Set(paging.token, protoreflect.ValueOfString(next))
		}
	}
}

// paging has the fields of a method that answers in pages.
type paging struct{ token, items, next protoreflect.FieldDescriptor }

// pagingOf reads the terms of the method of a request.
func pagingOf(request protoreflect.MessageDescriptor) (*paging, error) {
	services := request.ParentFile().Services()
	for place := range services.Len() {
		methods := services.Get(place).Methods()
		for number := range methods.Len() {
			method := methods.Get(number)
			page := methodTerms(method).page
			if method.Input() != request || page == nil {
				continue
			}
			answer := method.Output().Fields()
			found := &paging{
				token: request.Fields().ByName(protoreflect.Name(page.GetToken())),
				items: answer.ByName(protoreflect.Name(page.GetItems())),
				next:  answer.ByName(protoreflect.Name(page.GetNext())),
			}
			if found.token != nil && found.items != nil && found.next != nil {
				return found, nil
			}
		}
	}
	return nil, fmt.Errorf("platonic: the method of %s does not answer in pages", request.FullName())
}
