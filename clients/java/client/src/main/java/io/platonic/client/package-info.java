/**
 * Client of platonic: calls that are repeated as the contract allows, identities whose keys stay in the program, wallets
 * whose payments always end with a definite outcome, events, and receipts and webhooks that are verified offline.
 *
 * <p>Begin with {@link io.platonic.client.Client} for calls and with {@link io.platonic.client.Wallet} for money. Failures
 * are {@link io.platonic.client.PlatonicException}s.
 */
package io.platonic.client;
