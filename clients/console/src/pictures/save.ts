/** Makes the browser save the content of a URL of this page. */
export function saveUrl(url: string, name: string): void {
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
}

/** Saves a drawing as an SVG file, in the colours that it has now. */
export function saveSvg(drawing: SVGSVGElement, name: string): void {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>("*")].entries()) {
    const { fill, stroke, strokeWidth, fontFamily, fontSize } = getComputedStyle(originals[index] as SVGElement);
    Object.assign(element.style, { fill, stroke, strokeWidth, fontFamily, fontSize });
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  saveUrl(url, name);
  URL.revokeObjectURL(url);
}
