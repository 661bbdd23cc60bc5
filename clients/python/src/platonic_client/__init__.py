"""Client for platonic: geometric encoding, identities, and wallets whose payments are never maybe paid."""
