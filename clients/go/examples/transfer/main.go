// Two wallets whose keys never leave this program, a transfer, and its receipt. It needs a service with DEVELOPMENT=1.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	adminv1 "github.com/platonic/platonic/clients/go/gen/admin/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

const endpoint = "http://127.0.0.1:8080"

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	ada, err := openWallet(ctx, "ada")
	if err != nil {
		return err
	}
	defer ada.Close()
	bob, err := openWallet(ctx, "bob")
	if err != nil {
		return err
	}
	defer bob.Close()

	// Money of the faucet, which a service has with DEVELOPMENT=1 alone.
	_, err = ada.Client().Ledger.Deposit(ctx, &adminv1.DepositRequest{
		IdentityId: new(ada.IdentityID()),
		TokenType:  platonic.TokenStandard.Enum(),
		Amount:     &walletv1.Amount{Form: &walletv1.Amount_Decimal{Decimal: "100"}},
	})
	if err != nil {
		return err
	}
	outcome, err := ada.Pay(ctx, platonic.Order{
		Recipient:   bob.IdentityID(),
		TokenType:   platonic.TokenStandard,
		Amount:      "12.5",
		Description: "dinner",
	})
	if err != nil {
		return err // Nothing is in the ledger.
	}
	fmt.Println("ada's payment is", outcome.Kind, outcome.ErrorCode())

	keySet, err := fetch(endpoint + "/.well-known/jwks.json")
	if err != nil {
		return err
	}
	receipt, err := bob.Receipt(ctx, outcome.ID, keySet)
	if err != nil {
		return err
	}
	fmt.Println("bob's receipt proves", receipt.Order.Amount, receipt.Order.Asset, "for", receipt.Order.Description)
	return nil
}

// openWallet makes an identity, and its wallet. Store the credentials in real life: they are JSON.
func openWallet(ctx context.Context, name string) (*platonic.Wallet, error) {
	visitor, err := platonic.NewClient(endpoint)
	if err != nil {
		return nil, err
	}
	username := fmt.Sprintf("%s-%x", name, time.Now().UnixNano())
	credentials, err := visitor.Register(ctx, platonic.Registration{Username: username})
	if err != nil {
		return nil, err
	}
	client, err := platonic.NewClient(endpoint, platonic.WithCredentials(credentials))
	if err != nil {
		return nil, err
	}
	wallet, err := client.Wallet(platonic.WalletOptions{})
	if err != nil {
		return nil, err
	}
	return wallet, wallet.Create(ctx)
}

func fetch(url string) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}
