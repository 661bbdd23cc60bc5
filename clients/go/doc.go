// Package platonic is the client of the platonic service: geometric encoding, identities, and wallets.
//
// A [Client] has the generated clients of all services, and makes their calls on the terms of the contract: with its
// deadlines, repeated after the failures for which it says so, and executed once. A [Wallet] keeps what it has signed until
// the ledger has said what became of it. Failures are of the type [*Error]; programs switch on its reason.
//
//	client, err := platonic.NewClient("https://platonic.example", platonic.WithAPIKey(key))
//	answer, err := client.Geocode.Transform(ctx, &geocodev1.TransformRequest{...})
package platonic

// Version is the version of this package.
const Version = "0.1.0"
