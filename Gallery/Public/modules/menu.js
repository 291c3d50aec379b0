/**
 * Installs the menu of screens and preferences, which lies in the page's head where there is room for it, and behind a
 * button where there is not: the style sheet decides.
 */
export function installMenu(menu) {
  menu.addEventListener("click", ({ target }) => {
    // Whoever has chosen is done with it. The dialog of shortcuts would open below it.
    if (target.closest("a, #help, #sign-out")) menu.hidePopover();
  });
  // In a window that has grown it would stay above the page.
  window.addEventListener("resize", () => menu.hidePopover());
}
