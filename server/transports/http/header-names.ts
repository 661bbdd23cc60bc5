const rememberedMax = 1000;

/** Lower-case spellings of header names, as HTTP/2 requires them, cached because there are few different names. */
export class HeaderNames {
  readonly #lowerCase = new Map<string, string>();

  lowerCase(name: string): string {
    let lower = this.#lowerCase.get(name);
    if (lower === undefined) {
      lower = name.toLowerCase();
      if (this.#lowerCase.size < rememberedMax) this.#lowerCase.set(name, lower);
    }
    return lower;
  }
}
