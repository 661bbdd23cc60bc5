package platonic

import (
	"context"
	"fmt"
	"iter"

	"github.com/platonic/platonic/clients/go/internal/contract"
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
		paging, err := contract.PagingOf(request.ProtoReflect().Descriptor())
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
			items := page.Get(paging.Items).List()
			for place := range items.Len() {
				item, ok := items.Get(place).Message().Interface().(Item)
				if !ok {
					yield(none, fmt.Errorf("platonic: the items are %s", paging.Items.Message().FullName()))
					return
				}
				if !yield(item, nil) {
					return
				}
			}
			next := page.Get(paging.Next).String()
			if next == "" {
				return
			}
			asked.ProtoReflect().Set(paging.Token, protoreflect.ValueOfString(next))
		}
	}
}
