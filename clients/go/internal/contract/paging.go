package contract

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Paging has the fields of a method that answers in pages.
type Paging struct{ Token, Items, Next protoreflect.FieldDescriptor }

// PagingOf reads the terms of the method of a request.
func PagingOf(request protoreflect.MessageDescriptor) (*Paging, error) {
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
			found := &Paging{
				Token: request.Fields().ByName(protoreflect.Name(page.GetToken())),
				Items: answer.ByName(protoreflect.Name(page.GetItems())),
				Next:  answer.ByName(protoreflect.Name(page.GetNext())),
			}
			if found.Token != nil && found.Items != nil && found.Next != nil {
				return found, nil
			}
		}
	}
	return nil, fmt.Errorf("platonic: the method of %s does not answer in pages", request.FullName())
}
