/** Storage of texts by name, the part that pages of the console use. */
type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Texts stored for all tabs; if the browser denies that, kept in this tab until it is closed. */
export const storedTexts: TextStorage = allowed(() => localStorage);

/** Texts stored until this tab is closed. */
export const tabTexts: TextStorage = allowed(() => sessionStorage);

function allowed(storage: () => Storage): TextStorage {
  try {
    const found = storage();
    // Some browsers offer a storage that cannot be written.
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
