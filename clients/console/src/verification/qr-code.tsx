import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { darkRuns } from "./dark-runs.ts";

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A text as a QR code, drawn in the page. */
export function QrCode({ text, label }: QrCodeProps) {
  const modules = useSignal<readonly (readonly boolean[])[] | undefined>(undefined);
  useEffect(() => {
    // Loaded on demand. If that fails, the text next to it suffices.
    import("qr").then(
      ({ encodeQR }) => {
        modules.value = encodeQR(text, "raw", { ecc: "medium", border: 4 });
      },
      () => undefined,
    );
  }, [text, modules]);
  if (modules.value === undefined) return null;
  const size = modules.value.length;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={darkRuns(modules.value)} fill="#000" />
    </svg>
  );
}
