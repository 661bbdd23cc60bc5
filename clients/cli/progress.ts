import type { ProcessIo } from "./command.ts";

/** Interval between two states of a line of progress, in ms. */
const intervalMs = 100;
const frames = ["-", "\\", "|", "/"];

/** Shows on a terminal that work goes on: its label, what is done of it and for how long. Writes nothing elsewhere. */
export async function withProgress<Result>(
  { isTerminal = false, complain }: ProcessIo,
  label: string,
  work: (done: (text: string) => void) => Promise<Result>,
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
    return await work((state) => {
      text = state;
    });
  } finally {
    clearInterval(timer);
    complain("\r\x1b[K");
  }
}
