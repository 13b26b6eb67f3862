import { Icon } from "./icon";

/** The drawer's button. Its panel is the navigation elsewhere on the page. */
export function DrawerButton() {
  return (
    <details className="menu-toggle" data-menu="" data-panel="menu">
      <summary className="iconbtn" aria-label="Menu" aria-controls="menu">
        <Icon name="menu" className="when-shut" />
        <Icon name="close" className="when-open" />
      </summary>
    </details>
  );
}
