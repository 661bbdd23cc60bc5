import { place, replacePlace } from "../app/router.ts";

/** Parameter of the page's link that stores a viewer's change of a picture. */
type ViewParameter = "turn" | "at";

/** Reads numbers from the link; undefined unless there are `count`. */
export function viewOfLink(name: ViewParameter, count: number): readonly number[] | undefined {
  const text = place.peek().searchParams.get(name);
  const numbers = (text ?? "").split(",").map(Number);
  return text !== null && numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Writes numbers into the link, so that it shows the same view again. */
export function keepView(name: ViewParameter, numbers: readonly number[]): void {
  const { pathname, searchParams } = place.peek();
  const parameters = new URLSearchParams(searchParams);
  parameters.set(name, numbers.map((number) => String(Number(number.toFixed(3)))).join(","));
  replacePlace(`${pathname}?${parameters}`);
}
