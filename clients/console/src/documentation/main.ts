import { applyTheme, chooseTheme, type Theme, theme } from "../app/theme.ts";
import { type IconName, outlines } from "../ui/outlines.ts";

// The pages work without this script, which adds the theme, copy buttons, and the search.
applyTheme();
addThemeChoice();
addCopyButtons();
leaveOutNeedlessStops();
addSearch();
markHeadingInSight();
showSectionOfBar();

function addThemeChoice(): void {
  const order: readonly Theme[] = ["system", "light", "dark"];
  const button = quietButton();
  const show = () => {
    const next = order[(order.indexOf(theme.value) + 1) % order.length] as Theme;
    button.replaceChildren(icon(theme.value));
    button.ariaLabel = `Theme: ${theme.value}. Change to ${next}`;
    button.title = `Theme: ${theme.value}`;
    button.onclick = () => {
      chooseTheme(next);
      show();
    };
  };
  show();
  document.querySelector(".theme-place")?.replaceWith(button);
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".code")) {
    const button = quietButton();
    const said = document.createElement("span");
    said.role = "status";
    said.className = "small";
    button.ariaLabel = "Copy the code";
    button.append(icon("copy"));
    button.onclick = async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
        button.replaceChildren(icon("check"));
        said.textContent = "Copied";
      } catch {
        // The browser denies access to the clipboard.
        said.textContent = "Select the text to copy it";
      }
    };
    const bar = document.createElement("div");
    bar.className = "code-bar";
    bar.append(said, button);
    block.append(bar);
  }
}

/** Removes scrollable elements from the tab order if they are wide enough not to need scrolling. */
function leaveOutNeedlessStops(): void {
  const review = () => {
    for (const part of document.querySelectorAll<HTMLElement>("article pre, article .table")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  };
  review();
  addEventListener("resize", review);
}

function addSearch(): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "search-button";
  button.append(icon("search"), "Search", Object.assign(document.createElement("kbd"), { textContent: "/" }));
  button.ariaKeyShortcuts = "/";
  button.onclick = openSearch;
  document.querySelector(".search-place")?.append(button);
  addEventListener("keydown", (event) => {
    const isTyping = (event.target as Element).matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    openSearch();
  });
}

async function openSearch(): Promise<void> {
  const { openSearchDialog } = await import("./search-dialog.tsx");
  openSearchDialog(document.querySelector<HTMLElement>("[data-search]")?.dataset["search"] ?? "");
}

/** Marks the part being read in the page's table of contents. */
function markHeadingInSight(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>(".toc a")].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.find(({ isIntersecting }) => isIntersecting);
      if (seen === undefined) return;
      for (const link of links.values()) link.ariaCurrent = null;
      const link = links.get(seen.target.id);
      if (link !== undefined) link.ariaCurrent = "location";
    },
    { rootMargin: "0px 0px -75% 0px" },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading !== null) observer.observe(heading);
  }
}

/** Scrolls the bar to the present section, if it is too narrow for all sections. */
function showSectionOfBar(): void {
  const bar = document.querySelector(".top nav");
  const link = bar?.querySelector<HTMLElement>("[aria-current]");
  if (bar && link) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
}

function quietButton(): HTMLButtonElement {
  return Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
}

function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", outlines[name]);
  svg.append(path);
  return svg;
}
