// A classic script, run before the first paint: a module would run after it, and a reader who chose
// the dark theme would see a white flash at every visit.
(() => {
  try {
    const theme = localStorage.getItem("gallery.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is refused in some private modes: the system's theme is used.
  }
})();

// A module that does not come takes all that imports it along, and what would say so as well.
addEventListener("error", ({ target }) => {
  if (target.type !== "module") return;
  const say = () => {
    document.getElementById("broken").hidden = false;
  };
  if (document.readyState === "loading") document.addEventListener("readystatechange", say, { once: true });
  else say();
}, true);
