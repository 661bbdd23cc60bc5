/** Longest wait of a sign-out for payments whose outcomes are not known yet, in milliseconds. */
const patienceMs = 10_000;

const lockOf = (identityId: string) => `platonic paying ${identityId}`;

/** Makes a payment, for whose outcome a sign-out in any tab of this browser waits. */
export function whilePaying<Outcome>(identityId: string, pay: () => Promise<Outcome>): Promise<Outcome> {
  return navigator.locks.request(lockOf(identityId), { mode: "shared" }, pay);
}

/** Waits for the outcomes of the payments of all tabs, not for long, and has no other begin meanwhile. */
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
    // The service does not answer them. They are in the journal, and their outcomes are told at the next visit.
    await act();
  }
}
