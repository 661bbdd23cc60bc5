import { ApiClient } from "../identity/api-client.ts";

/** Calls with the key that the secrets have. */
export class Operator extends ApiClient<{ readonly url: string }> {
  readonly #key: string;

  constructor(url: string, key: string) {
    super({ url });
    this.#key = key;
  }

  override call(method: string, path: string, body?: unknown, credentials = this.#key, headers = {}) {
    return super.call(method, path, body, credentials, headers);
  }
}
