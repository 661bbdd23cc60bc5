package io.platonic.client.internal.journals;

import io.platonic.client.PlatonicException;
import io.platonic.client.Reason;

/** Refusals of operations that a journal has. */
final class Journaled {
  private Journaled() {}

  static PlatonicException conflict(String id) {
    return new PlatonicException(Reason.RESOURCE_CONFLICT,
        "the journal has the operation " + id + ", whose outcome is not known: call reconcile, which settles it");
  }
}
