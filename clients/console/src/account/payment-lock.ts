/** Longest wait of a sign-out for payments with unknown outcomes, in milliseconds. */
const patienceMs = 10_000;

const lockOf = (identityId: string) => `platonic paying ${identityId}`;

/** Makes a payment whose outcome a sign-out in any tab of this browser waits for. */
export function whilePaying<Outcome>(identityId: string, pay: () => Promise<Outcome>): Promise<Outcome> {
  return navigator.locks.request(lockOf(identityId), { mode: "shared" }, pay);
}

/** Waits, within limits, for the outcomes of the payments of all tabs, and lets no other payment begin meanwhile. */
export async function afterPayments(identityId: string, act: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const once = () => {
    hasBegun = true;
    return act();
  };
  try {
    await navigator.locks.request(lockOf(identityId), { signal: AbortSignal.timeout(patienceMs) }, once);
  } catch (error) {
    if (hasBegun) throw error;
    // The service does not answer. The payments are in the journal, and their outcomes are shown at the next visit.
    await act();
  }
}
