// Menus are details elements with data-menu; data-panel refers to a panel elsewhere (the drawer).

const OPEN = "details[data-menu][open]";

function panelOf(menu: Element): Element {
  const id = (menu as HTMLElement).dataset.panel;
  return (id && document.getElementById(id)) || menu;
}

/** A click outside closes the menu, and so does following a link. */
export function closeMenusOnClick(target: Element): void {
  const link = target.closest("a");
  for (const menu of document.querySelectorAll(OPEN)) {
    const inside = menu.contains(target) || panelOf(menu).contains(target);
    if (!inside || link) menu.removeAttribute("open");
  }
}

/** Closes a menu when the focus leaves it, so that it does not cover the focused element. */
export function closeMenusOnFocus(focused: Element): void {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (!menu.contains(focused) && !panelOf(menu).contains(focused)) menu.removeAttribute("open");
  }
}

/** Closes the open menu and returns the focus to its button; true if there was one. */
export function closeMenusOnEscape(): boolean {
  const menu = document.querySelector(OPEN);
  if (!menu) return false;
  const hadFocus = menu.contains(document.activeElement) || panelOf(menu).contains(document.activeElement);
  menu.removeAttribute("open");
  if (hadFocus || document.activeElement === document.body) menu.querySelector("summary")?.focus();
  return true;
}

/** The drawer is far from its button in the page, so opening it moves the focus there. */
export function focusDrawer(event: Event): void {
  const menu = event.target;
  if (!(menu instanceof HTMLDetailsElement) || !menu.open || !menu.dataset.panel) return;
  panelOf(menu).querySelector<HTMLElement>("a, button, summary")?.focus();
}
