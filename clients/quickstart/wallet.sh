#!/usr/bin/env bash
# Two identities, two wallets and a paid transfer, by curl. The service makes and keeps the signing keys.
# Needs a running service, and PLATONIC_API_KEY set to the key that its first start printed.
set -euo pipefail
url="${PLATONIC_URL:-http://127.0.0.1:8080}"
: "${PLATONIC_API_KEY:?set it to the API key that the first start of the service printed}"

# call PATH [JSON]: a GET, or a POST of the JSON.
call() {
  curl --silent --show-error --fail-with-body "$url$1" -H "Authorization: Bearer $PLATONIC_API_KEY" \
    ${2:+-H 'Content-Type: application/json' --data "$2"}
}
# A member of the JSON on standard input, such as `member wallet.version`.
member() { node --print "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).result.$1"; }

echo "1. Two identities are registered."
run="$(node --print 'crypto.randomUUID().slice(0, 8)')"
ada="$(call /api/identities/create "{\"username\": \"ada-$run\"}" | member identity.id)"
bob="$(call /api/identities/create "{\"username\": \"bob-$run\"}" | member identity.id)"
echo "   ada is $ada"
echo "   bob is $bob"

echo "2. Each opens a wallet."
call /api/wallets/create "{\"identity_id\": \"$ada\"}" >/dev/null
call /api/wallets/create "{\"identity_id\": \"$bob\"}" >/dev/null

echo "3. An operator deposits 100 standard tokens for ada."
call /v1/admin/ledger/deposits \
  "{\"identity_id\": \"$ada\", \"token_type\": \"TOKEN_STANDARD\", \"amount\": \"100\"}" >/dev/null

echo "4. ada orders a transfer of 12.5 to bob; her key in the vault signs it."
transaction="$(call /api/transactions/create "{\"sender\": \"$ada\", \"recipient\": \"$bob\",
  \"token_type\": \"TOKEN_STANDARD\", \"amount\": \"12.5\", \"description\": \"dinner\"}" | member transaction.id)"

echo "5. It is executed, once for ever: the same call again gets the same confirmation."
execution="{\"sender\": \"$ada\", \"transaction_id\": \"$transaction\"}"
first="$(call /api/transactions/execute "$execution" | member confirmation_code)"
again="$(call /api/transactions/execute "$execution" | member confirmation_code)"
[ "$first" = "$again" ]
echo "   confirmed as $first"

echo "6. Both balances:"
echo "   ada has $(call "/api/wallets/$ada" | member wallet.standard.exact_amount), after the fee"
echo "   bob has $(call "/api/wallets/$bob" | member wallet.standard.exact_amount)"
