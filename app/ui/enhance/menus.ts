// Menus are details elements with data-menu; data-panel names a panel that lies elsewhere (the drawer).

const OPEN = "details[data-menu][open]";

function panelOf(menu: Element): Element {
  const id = (menu as HTMLElement).dataset.panel;
  return (id && document.getElementById(id)) || menu;
}

/** A click elsewhere closes, and so does choosing a link. */
export function closeMenusOnClick(target: Element): void {
  const link = target.closest("a");
  for (const menu of document.querySelectorAll(OPEN)) {
    const inside = menu.contains(target) || panelOf(menu).contains(target);
    if (!inside || link) menu.removeAttribute("open");
  }
}

/** The focus that went on leaves no menu open behind it, covering where it went. */
export function closeMenusOnFocus(focused: Element): void {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (!menu.contains(focused) && !panelOf(menu).contains(focused)) menu.removeAttribute("open");
  }
}

/** Closes the open menu and gives the focus back to what opened it; true when there was one. */
export function closeMenusOnEscape(): boolean {
  const menu = document.querySelector(OPEN);
  if (!menu) return false;
  const hadFocus = menu.contains(document.activeElement) || panelOf(menu).contains(document.activeElement);
  menu.removeAttribute("open");
  if (hadFocus || document.activeElement === document.body) menu.querySelector("summary")?.focus();
  return true;
}

/** The drawer lies far from its button in the page: opening it goes there. */
export function focusDrawer(event: Event): void {
  const menu = event.target;
  if (!(menu instanceof HTMLDetailsElement) || !menu.open || !menu.dataset.panel) return;
  panelOf(menu).querySelector<HTMLElement>("a, button, summary")?.focus();
}
