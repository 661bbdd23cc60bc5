import type { Share } from "./cpu-profile.ts";

/**
 * Profile of REST before request handling was optimised. The figures are kept because that version is no longer
 * measured.
 */
export const restBefore = {
  byItself: shares({
    writeLatin1String: 18.1,
    "(program)": 7.5,
    "JSON.stringify, in the REST transport": 3.9,
    "the log's line, by pino": 3.7,
    parseJson: 3.2,
    "(garbage collector)": 2.9,
    "hash, SHA-256 of the token": 2.6,
    "the rate limiter, without its promises": 1.5,
  }),
  inclusive: shares({
    answer: 36.1,
    reply: 29.0,
    "observe, which writes the log's line": 8.1,
    parseJson: 4.8,
    authenticate: 3.8,
    admit: 2.5,
  }),
  /** Processor time of a request. */
  cpuMicroseconds: { ours: 45, "raw node:http": 23 },
};

function shares(percents: Readonly<Record<string, number>>): Share[] {
  return Object.entries(percents).map(([what, percent]) => ({ what, share: percent / 100 }));
}
