import type { Locator, Page } from "playwright-core";

/** How somebody uses a page. */
export interface Hand {
  /** Number of clicks, or of keys that choose something, so far. */
  readonly actions: number;
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
}

/** A hand that clicks. */
export function pointer(): Hand {
  let actions = 0;
  return {
    get actions() {
      return actions;
    },
    async press(target) {
      actions += 1;
      await target.click();
    },
    // Whoever has a pointer clicks a field before writing; one hand does both.
    write: (target, text) => target.fill(text),
  };
}

/** Elements that somebody passes at most until the wanted one has the focus. */
const stepsMax = 80;

/** A hand that has a keyboard alone: it steps to what it wants, which must show that it has the focus. */
export function keyboard(tab: Page): Hand {
  let actions = 0;
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < stepsMax; step++) {
      if ((await target.and(tab.locator(":focus")).count()) > 0) {
        const outline = await tab.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle");
        if (outline === "none") throw new Error(`${target} does not show that it has the focus`);
        return;
      }
      await tab.keyboard.press("Tab");
    }
    throw new Error(`${target} cannot be reached by the keyboard`);
  }
  return {
    get actions() {
      return actions;
    },
    async press(target) {
      await reach(target);
      actions += 1;
      await tab.keyboard.press("Enter");
    },
    async write(target, text) {
      await reach(target);
      await tab.keyboard.press("ControlOrMeta+A");
      await tab.keyboard.insertText(text);
    },
  };
}
