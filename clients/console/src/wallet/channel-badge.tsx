import type { ChannelPhase } from "../../../typescript/src/channel/effects.ts";
import type { OpenWallet } from "./open-wallet.ts";

const words: Readonly<Record<ChannelPhase, string>> = {
  idle: "not connected",
  connecting: "connecting",
  handshaking: "encrypting",
  resuming: "resuming",
  open: "connected",
  "backing-off": "reconnecting",
  closed: "closed",
};

/** Shows how the wallet is connected to the service. */
export function ChannelBadge({ wallet }: { readonly wallet: OpenWallet }) {
  const { phase, cipher, cause, sessions } = wallet.channel.value;
  const isOpen = phase === "open";
  return (
    <p class="channel" role="status" data-phase={phase}>
      <span class={`badge ${isOpen ? "good" : "warn"}`}>{words[phase]}</span>{" "}
      {isOpen ? (
        <>
          over the channel, encrypted by {cipher}
          {sessions > 1 && <>; session renewed {sessions - 1}×</>}
        </>
      ) : (
        <>
          payments go over HTTP meanwhile
          {cause !== undefined && `: ${sentenceOf(cause)}`}
        </>
      )}
    </p>
  );
}

/** Describes the cause of a disconnection for users; codes of the protocol would not help them. */
function sentenceOf(cause: string): string {
  if (!navigator.onLine) return "this machine has no network";
  return /closed with|lost|could not|too long|silent/.test(cause)
    ? "the service does not answer; it is tried again"
    : cause;
}
