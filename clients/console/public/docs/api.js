/** Script of the reference page: search, theme and the origin of examples. The page can be read without it. */

for (const place of document.querySelectorAll(".origin")) place.textContent = location.origin;

const search = document.getElementById("search");
const menu = document.getElementById("menu");
const groups = [...document.querySelectorAll("[data-group]")].map((group) => ({
  group,
  entries: [...group.querySelectorAll("[data-search]")].map((entry) => ({
    entry,
    text: entry.dataset.search.toLowerCase(),
  })),
}));

/** Shows what has every word of the search. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { group, entries } of groups) {
    let shown = 0;
    for (const { entry, text } of entries) {
      const fits = words.every((word) => text.includes(word));
      entry.hidden = !fits;
      if (fits) shown += 1;
    }
    group.hidden = shown === 0;
    found += shown;
  }
  document.querySelector(".introduction").hidden = words.length > 0;
  document.getElementById("none").hidden = found > 0;
}

search.addEventListener("input", () => {
  find();
  scrollTo(0, 0);
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && search.value !== "") {
    search.value = "";
    find();
  }
});

/** A link leads out of the search to what it names. */
addEventListener("hashchange", () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]")) {
    search.value = "";
    find();
    target.scrollIntoView();
  }
});

const isNarrow = matchMedia("(max-width: 50rem)");
if (isNarrow.matches) menu.open = false;
menu.addEventListener("click", (event) => {
  if (isNarrow.matches && event.target.closest("a")) menu.open = false;
});

const theme = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Sets the theme, or that of the system if there is none. */
function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  const isDark = name ? name === "dark" : dark.matches;
  theme.textContent = isDark ? "Light" : "Dark";
  theme.setAttribute("aria-label", isDark ? "Use the light theme" : "Use the dark theme");
}

theme.hidden = false;
setTheme(readTheme());
dark.addEventListener("change", () => setTheme(document.documentElement.dataset.theme));
theme.addEventListener("click", () => {
  const next =
    (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark" ? "light" : "dark";
  setTheme(next);
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
});

function readTheme() {
  try {
    return localStorage.getItem("theme") ?? undefined;
  } catch {
    return undefined;
  }
}
