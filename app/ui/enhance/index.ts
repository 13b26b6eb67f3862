/**
 * What pages gain from script without React: one small module, listening at the window. It runs beside
 * hydration, so it changes nothing that React writes: only `hidden`, `open`, data and aria attributes, the
 * type of a password input, the ping of advertisements, canvases, and what a search box says. Lists and switches draw
 * anew what they own, on pages without React. Listeners sit on the window, after React's own at the document, so a
 * submit that was prevented there stays prevented here.
 */
import { startAds } from "./ads";
import { copyOnClick } from "./clipboard";
import { focusDialog, leaveDialog } from "./dialogs";
import { noteKey, sendSwitch } from "./inline-select";
import { previewPicture, revealPassword } from "./inputs";
import { addOnEnter, clickInList, keepTyped, startLists } from "./list-editor";
import { closeMenusAround, closeMenusBehind, closeMenusOnEscape, enterDrawer } from "./menus";
import { startSearch } from "./search";
import { endBusy, startBusy } from "./submits";
import { showCurrentTab } from "./tabs";
import { dismissOnClick, holdToasts, startToasts } from "./toasts";
import { noteSent, resumeGuard, startGuard } from "./unsaved-changes";

const RUNNING = Symbol.for("openbell.enhance");

function start(): void {
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    closeMenusAround(event.target);
    revealPassword(event.target);
    dismissOnClick(event.target);
    copyOnClick(event.target);
    clickInList(event.target);
  });
  addEventListener("keydown", (event) => {
    addOnEnter(event);
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (!closeMenusOnEscape()) leaveDialog(event);
  });
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    closeMenusBehind(target);
    resumeGuard(target);
  });
  // Toggle does not bubble, but it can be caught on its way down.
  addEventListener("toggle", enterDrawer, true);
  addEventListener("change", (event) => {
    previewPicture(event);
    sendSwitch(event);
  });
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, noteKey);
  addEventListener("submit", sendSwitch);
  addEventListener("submit", keepTyped);
  addEventListener("submit", startBusy);
  addEventListener("submit", noteSent);
  addEventListener("pageshow", endBusy);
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) addEventListener(type, holdToasts);

  // What waited for script (Show, Copy, Dismiss) appears.
  customElements.define("with-script", class extends HTMLElement {});
  startSearch();
  startLists();
  startGuard();
  startToasts(document);
  focusDialog();
  showCurrentTab();
  startAds();
}

const page = window as Window & { [RUNNING]?: true };
if (!page[RUNNING]) {
  page[RUNNING] = true;
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}
