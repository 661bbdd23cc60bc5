package io.platonic.client;

import io.platonic.wallet.v1.TokenType;

/**
 * A token or a currency.
 *
 * @param tokenType kind of token
 * @param currencyCode code of the currency; empty for tokens
 */
public record Asset(TokenType tokenType, String currencyCode) {
  /** The token of ordinary transactions, with 8 decimal places. */
  public static final Asset STANDARD = new Asset(TokenType.TOKEN_TYPE_STANDARD, "");
  /** The token of micro-transactions, with 12 decimal places. */
  public static final Asset MICRO = new Asset(TokenType.TOKEN_TYPE_MICRO, "");

  /**
   * Returns an external currency.
   *
   * @param code its code, such as {@code USD}
   * @return the asset
   */
  public static Asset currency(String code) {
    return new Asset(TokenType.TOKEN_TYPE_EXTERNAL, code);
  }

  /** {@return the name of the asset in the ledger} */
  public String name() {
    return switch (tokenType) {
      case TOKEN_TYPE_STANDARD -> "TOKEN_STANDARD";
      case TOKEN_TYPE_MICRO -> "TOKEN_MICRO";
      default -> currencyCode;
    };
  }
}
