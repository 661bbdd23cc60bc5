package service_test

import (
	"context"
	"crypto/ed25519"
	"net/http"
	"os"
	"testing"
	"time"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	adminv1 "github.com/platonic/platonic/clients/go/gen/admin/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
	"google.golang.org/protobuf/proto"
)

// payers is the number of transfers at once, for each processor.
const payers = 16

// benchmarkWallets returns a wallet with money, its credentials, and a recipient.
func benchmarkWallets(b *testing.B) (*platonic.Wallet, *platonic.Credentials, string) {
	b.Helper()
	url := os.Getenv("PLATONIC_URL")
	if url == "" {
		b.Skip("PLATONIC_URL names no service")
	}
	operator, err := platonic.NewClient(url, registrar()...)
	if err != nil {
		b.Fatal(err)
	}
	open := func(name string) (*platonic.Wallet, *platonic.Credentials) {
		credentials, err := operator.Register(b.Context(), platonic.Registration{Username: username(name)})
		if err != nil {
			b.Fatal(err)
		}
		client, err := platonic.NewClient(url, platonic.WithCredentials(credentials))
		if err != nil {
			b.Fatal(err)
		}
		wallet, err := client.Wallet(platonic.WalletOptions{})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(wallet.Close)
		if err := wallet.Create(b.Context()); err != nil {
			b.Fatal(err)
		}
		return wallet, credentials
	}
	sender, credentials := open("sender")
	recipient, _ := open("recipient")
	_, err = operator.Ledger.Deposit(b.Context(), &adminv1.DepositRequest{
		IdentityId: proto.String(sender.IdentityID()),
		TokenType:  platonic.TokenStandard.Enum(),
		Amount:     &walletv1.Amount{Form: &walletv1.Amount_Decimal{Decimal: "1000000"}},
	})
	if err != nil {
		b.Fatal(err)
	}
	return sender, credentials, recipient.IdentityID()
}

func BenchmarkPay(b *testing.B) {
	wallet, _, recipient := benchmarkWallets(b)
	b.SetParallelism(payers)
	b.ResetTimer()
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			outcome, err := wallet.Pay(b.Context(), platonic.Order{
				Recipient: recipient, TokenType: platonic.TokenStandard, Amount: "0.00000001",
			})
			if err != nil || outcome.Kind != platonic.Completed {
				b.Errorf("%+v, %v", outcome, err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "transfers/s")
}

// BenchmarkBareTransfer does the same by the generated client, without a journal, deadlines or repetitions.
func BenchmarkBareTransfer(b *testing.B) {
	wallet, credentials, recipient := benchmarkWallets(b)
	token, err := wallet.Client().Session().Token(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	authorize := connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			request.Header().Set("Authorization", "Bearer "+token)
			return next(ctx, request)
		}
	})
	transactions := walletv1connect.NewTransactionServiceClient(&http.Client{Transport: transport}, os.Getenv("PLATONIC_URL"),
		connect.WithGRPC(), connect.WithInterceptors(authorize))
	key := credentials.Key.(ed25519.PrivateKey)
	b.SetParallelism(payers)
	b.ResetTimer()
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			order, err := proto.Marshal(&walletv1.TransferOrder{
				Id: proto.String(platonic.NewID()), Sender: &credentials.IdentityID, Recipient: &recipient,
				TokenType: platonic.TokenStandard.Enum(), Amount: proto.String("0.00000001"), CreatedAt: proto.Int64(time.Now().UnixMilli()),
			})
			if err != nil {
				b.Error(err)
			}
			signature := ed25519.Sign(key, append([]byte("platonic transfer v1\n"), order...))
			answer, err := transactions.Transfer(b.Context(), &walletv1.TransferRequest{
				Sender:      &credentials.IdentityID,
				SignedOrder: &walletv1.SignedOrder{Order: order, KeyId: &credentials.KeyID, Signature: signature},
			})
			if err != nil || !answer.GetResult().GetSuccess() {
				b.Errorf("%v, %v", answer, err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "transfers/s")
}
