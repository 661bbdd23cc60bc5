package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.internal.signatures.Ed25519;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gives transactions back, with no service there. */
@Timeout(20)
class ReversalTest {
  private static Wallet wallet() {
    Credentials credentials =
        new Credentials("ada", "key", Ed25519.generate().privateKey(), new RotationKey(1, new byte[32]));
    return Wallet.builder("http://127.0.0.1:1", credentials).build();
  }

  @Test
  void refusesAnAmountThatIsNone() {
    try (Wallet wallet = wallet()) {
      for (String amount : List.of("", "0", "0.00")) {
        PlatonicException refused = assertThrows(PlatonicException.class, () -> wallet.reverse("a", amount));
        assertEquals(Reason.PARAMETER_INVALID, refused.reason());
        assertEquals(Optional.of("amount"), refused.parameter());
      }
    }
  }

  @Test
  void refusesNullWhichDoesNotMeanAllOfIt() {
    try (Wallet wallet = wallet()) {
      Exception refused = assertThrows(NullPointerException.class, () -> wallet.reverse("a", null));
      assertTrue(refused.getMessage().contains("reverse(transactionId)"), refused::getMessage);
    }
  }
}
