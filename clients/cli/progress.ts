import type { ProcessIo } from "./command.ts";

/** Interval between two updates of a progress line, in ms. */
const intervalMs = 100;
const frames = ["-", "\\", "|", "/"];

/** Reports progress: a text and, if the whole is known, the finished part in [0, 1]. */
export type Done = (text: string, part?: number) => void;

/** Returns the finished part of a whole in [0, 1], even if the whole has grown; undefined if the whole is 0. */
export function partOf(done: bigint, whole: bigint): number | undefined {
  return whole === 0n ? undefined : Math.min(1, Number(done) / Number(whole));
}

/** Shows progress on a terminal: a label, what is done and the elapsed time. Writes nothing elsewhere. */
export async function withProgress<Result>(
  { isTerminal = false, complain }: ProcessIo,
  label: string,
  work: (done: Done) => Promise<Result>,
): Promise<Result> {
  if (!isTerminal) return work(() => undefined);
  let [text, frame] = ["", 0];
  const startMs = performance.now();
  const show = () => {
    frame += 1;
    const seconds = Math.floor((performance.now() - startMs) / 1000);
    complain(`\r\x1b[K${frames[frame % frames.length]} ${label} ${text === "" ? "" : `${text} `}${seconds} s`);
  };
  const timer = setInterval(show, intervalMs);
  show();
  try {
    return await work((state, part) => {
      text = part === undefined ? state : `${Math.floor(part * 100)} % ${state}`.trimEnd();
      show();
    });
  } finally {
    clearInterval(timer);
    complain("\r\x1b[K");
  }
}
