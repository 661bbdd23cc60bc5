// Runs before the first paint of a page that is there without scripts: the chosen theme must not appear after the other one.
// The rest of it is in src/app/theme.ts.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
