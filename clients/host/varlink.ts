import { connect } from "node:net";

/** An error reply of a Varlink service. */
class VarlinkError extends Error {
  /** Such as `org.varlink.service.PermissionDenied`. */
  readonly error: string;
  readonly parameters: Parameters;

  constructor(error: string, parameters: Parameters) {
    super(typeof parameters["message"] === "string" ? parameters["message"] : error);
    this.error = error;
    this.parameters = parameters;
  }
}

export type Parameters = { readonly [name: string]: unknown };

const replyBytesMax = 1024 * 1024;

/**
 * Calls a method of a Varlink service (https://varlink.org) on a Unix socket, and returns the parameters of its reply.
 *
 * @throws VarlinkError, or Error when there is no valid reply in time
 */
export function askVarlink(
  path: string,
  method: string,
  parameters: Parameters = {},
  timeoutMs = 10_000,
): Promise<Parameters> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (error: Error | undefined, reply: Parameters = {}) => {
      clearTimeout(timer);
      socket.destroy();
      if (error === undefined) resolve(reply);
      else reject(error);
    };
    const timer = setTimeout(() => end(new Error(`${path} did not answer in time`)), timeoutMs);
    socket.on("data", (chunk) => {
      const nul = chunk.indexOf(0);
      chunks.push(nul === -1 ? chunk : chunk.subarray(0, nul));
      length += chunk.length;
      if (length > replyBytesMax) end(new Error(`${path} answered too much`));
      else if (nul !== -1) read(Buffer.concat(chunks).toString("utf8"), end);
    });
    socket.once("error", (error) => end(error));
    socket.once("close", () => end(new Error(`${path} closed the connection without an answer`)));
    socket.write(`${JSON.stringify({ method, parameters })}\0`);
  });
}

function read(text: string, end: (error: Error | undefined, reply?: Parameters) => void): void {
  try {
    const { error, parameters = {} } = JSON.parse(text) as { error?: string; parameters?: Parameters };
    if (error === undefined) end(undefined, parameters);
    else end(new VarlinkError(error, parameters));
  } catch (problem) {
    end(problem as Error);
  }
}
