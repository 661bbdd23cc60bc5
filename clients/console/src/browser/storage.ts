/** Storage of texts by name, as far as pages of the console use it. */
type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Texts that the browser keeps for all tabs; where it allows none, those of this tab until it is closed. */
export const storedTexts: TextStorage = allowed(() => localStorage);

/** Texts that the browser keeps until this tab is closed. */
export const tabTexts: TextStorage = allowed(() => sessionStorage);

function allowed(storage: () => Storage): TextStorage {
  try {
    const found = storage();
    // Some browsers show a storage to which nothing can be written.
    found.setItem("is-allowed", "");
    found.removeItem("is-allowed");
    return found;
  } catch {
    return inMemory();
  }
}

function inMemory(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}
