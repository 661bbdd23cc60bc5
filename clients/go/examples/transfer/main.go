// Two wallets whose keys never leave this program, a transfer, and its receipt. It needs a service with DEVELOPMENT=1, and
// PLATONIC_API_KEY set to its key, which is in data/development/operator.key in the folder of the service.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	client, err := platonic.NewClient("http://127.0.0.1:8080", platonic.WithAPIKey(os.Getenv("PLATONIC_API_KEY")))
	if err != nil {
		return err
	}
	ada, err := openWallet(ctx, client, "ada")
	if err != nil {
		return err
	}
	defer ada.Close()
	bob, err := openWallet(ctx, client, "bob")
	if err != nil {
		return err
	}
	defer bob.Close()

	// Money of the faucet, which a service has with DEVELOPMENT=1 alone.
	money := platonic.Deposit{IdentityID: ada.IdentityID(), TokenType: platonic.TokenStandard, Amount: "100"}
	if _, err := client.Deposit(ctx, money); err != nil {
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

	keySet, err := client.KeySet(ctx)
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
func openWallet(ctx context.Context, client *platonic.Client, name string) (*platonic.Wallet, error) {
	username := fmt.Sprintf("%s-%x", name, time.Now().UnixNano())
	credentials, err := client.Register(ctx, platonic.Registration{Username: username})
	if err != nil {
		return nil, err
	}
	wallet, err := client.Wallet(platonic.WalletOptions{Credentials: credentials})
	if err != nil {
		return nil, err
	}
	return wallet, wallet.Create(ctx)
}
