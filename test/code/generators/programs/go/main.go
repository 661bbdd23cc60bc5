// Makes every kind of call by the client of oapi-codegen: `main URL KEY`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/google/uuid"
	"platonic.example/generated/api"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func amountOf(set func(*api.WalletV1AmountInput) error) api.WalletV1AmountInput {
	var amount api.WalletV1AmountInput
	check(set(&amount))
	return amount
}

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Args[1], api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Args[2])
			return nil
		}))
	check(err)
	name := "g" + uuid.NewString()[:8]
	made, err := client.IdentityServiceCreateIdentityWithResponse(ctx, nil, api.IdentityServiceCreateIdentityJSONRequestBody{Username: name})
	check(err)
	id := *made.JSON200.Result.Identity.Id
	key := uuid.NewString()
	keys, permissions := map[string]bool{}, []string{"geocode:*"}
	for range 2 {
		answer, err := client.KeyServiceCreateKeyWithResponse(ctx, &api.KeyServiceCreateKeyParams{IdempotencyKey: &key},
			api.KeyServiceCreateKeyJSONRequestBody{Name: name, Permissions: &permissions})
		check(err)
		keys[*answer.JSON200.Result.Key.Id] = true
	}
	listed, err := client.KeyServiceListKeysWithResponse(ctx, nil)
	check(err)
	isListed := false
	for _, one := range listed.JSON200.Result.Keys {
		isListed = isListed || keys[*one.Id]
	}
	phi := api.GeocodeV1TransformationTypePhi
	moved, err := client.GeocodeServiceTransformWithResponse(ctx, nil, api.GeocodeServiceTransformJSONRequestBody{
		Data: []float64{1, 2, 3, 4, 5}, SourceDimensions: 5, TargetDimensions: 3, TransformationType: &phi,
	})
	check(err)
	_, err = client.WalletServiceCreateWalletWithResponse(ctx, nil, api.WalletServiceCreateWalletJSONRequestBody{IdentityId: id})
	check(err)
	for _, amount := range []api.WalletV1AmountInput{
		amountOf(func(amount *api.WalletV1AmountInput) error { return amount.FromWalletV1AmountInput0(7) }),
		amountOf(func(amount *api.WalletV1AmountInput) error { return amount.FromWalletV1AmountInput1("0.5") }),
	} {
		answer, err := client.LedgerServiceDepositWithResponse(ctx, nil, api.LedgerServiceDepositJSONRequestBody{
			IdentityId: id, TokenType: api.TOKENSTANDARD, Amount: amount,
		})
		check(err)
		if answer.JSON200 == nil {
			panic(string(answer.Body))
		}
	}
	balance, err := client.WalletServiceGetBalanceWithResponse(ctx, id, &api.WalletServiceGetBalanceParams{TokenType: api.TOKENSTANDARD})
	check(err)
	pages, size := 0, int32(1)
	params := &api.WalletServiceListLedgerEntriesParams{PageSize: &size}
	for {
		page, err := client.WalletServiceListLedgerEntriesWithResponse(ctx, id, params)
		check(err)
		pages++
		params.PageToken = page.JSON200.Result.NextPageToken
		if params.PageToken == nil {
			break
		}
	}
	tag, ada := `"1"`, "Ada"
	rename := func() *api.IdentityServiceUpdateIdentityResponse {
		answer, err := client.IdentityServiceUpdateIdentityWithResponse(ctx, id, &api.IdentityServiceUpdateIdentityParams{IfMatch: &tag},
			api.IdentityServiceUpdateIdentityJSONRequestBody{DisplayName: &ada})
		check(err)
		return answer
	}
	renamed, stale := rename(), rename()
	missing, err := client.WalletServiceGetWalletWithResponse(ctx, "nobody", nil)
	check(err)
	invalid, err := client.GeocodeServiceTransformWithResponse(ctx, nil, api.GeocodeServiceTransformJSONRequestBody{
		Data: []float64{1}, SourceDimensions: 14, TargetDimensions: 3,
	})
	check(err)
	written, err := json.Marshal(map[string]any{
		"keys": len(keys), "isListed": isListed, "dimensions": len(moved.JSON200.Result.TransformedData),
		"type": moved.JSON200.Result.TransformationType, "balance": balance.JSON200.Result.Balance.Amount, "pages": pages,
		"displayName": renamed.JSON200.Result.Identity.DisplayName,
		"errors": []any{
			[]any{stale.StatusCode(), stale.JSON412.Error.Code}, []any{missing.StatusCode(), missing.JSON404.Error.Code},
			[]any{invalid.StatusCode(), invalid.JSON400.Error.Code},
		},
	})
	check(err)
	fmt.Println(string(written))
}
