import { Agent, request } from "node:http";

const transformation = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 5 };

interface Told {
  readonly status: number;
  readonly remaining: number;
  readonly limit: number;
  readonly body: string;
}

/** Connections of one caller, among which its calls go by turns. Many reach both threads. */
export class Caller {
  readonly #url: string;
  readonly #agents: readonly Agent[];
  readonly #headers: Readonly<Record<string, string>>;
  #calls = 0;

  constructor(url: string, secret: string, headers: Readonly<Record<string, string>> = {}, connections = 24) {
    this.#url = url;
    this.#headers = { ...headers, "content-type": "application/json", authorization: `Bearer ${secret}` };
    this.#agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  call(body: object = transformation, operation = "transform"): Promise<Told> {
    const agent = this.#agents[this.#calls++ % this.#agents.length] as Agent;
    const headers = this.#headers;
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}/v1/geocode/${operation}`, { method: "POST", agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          resolve({
            status: answer.statusCode as number,
            remaining: Number(answer.headers["x-ratelimit-remaining"]),
            limit: Number(answer.headers["x-ratelimit-limit"]),
            body: Buffer.concat(chunks).toString(),
          });
        });
      });
      sent.on("error", reject);
      sent.end(JSON.stringify(body));
    });
  }

  /** Calls so often, one after the other. */
  async callTimes(calls: number): Promise<Told[]> {
    const told: Told[] = [];
    for (let call = 0; call < calls; call++) told.push(await this.call());
    return told;
  }

  /** Calls so often, all at once. */
  callAtOnce(calls: number): Promise<Told[]> {
    return Promise.all(Array.from({ length: calls }, () => this.call()));
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}
