import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

interface RecoveryCodesProps {
  readonly username: string;
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shows new recovery codes, which the service returns only this once. */
export function RecoveryCodes({ username, codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = codes.join("\n");
  const address = useMemo(() => URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" })), [text]);
  useEffect(() => {
    heading.current?.focus();
    return () => URL.revokeObjectURL(address);
  }, [address]);
  return (
    <section class="card" aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>
        Keep your recovery codes
      </h2>
      <p>Each of them works once, when the authenticator app is lost. They are shown only now.</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <a class="button primary" href={address} download={`platonic-recovery-${username}.txt`}>
          <Icon name="download" /> Save them
        </a>
        <button type="button" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
