// What pages gain from script without React: one small module, listening at the window. It runs beside
// hydration, so it changes nothing that React writes: only `hidden`, `open`, data and aria attributes, the
// type of a password input, what stands last in the head, the style of what waits far below, the ping of advertisements, canvases,
// and what a search box says. Lists and switches draw anew what they own, on pages without React. Listeners sit on the
// window, after React's own at the document, so a submit that was prevented there stays prevented here.

import { startAds } from "./ads";
import { copyOnClick } from "./clipboard";
import { focusDialog, leaveDialog } from "./dialogs";
import { noteKey, submitInlineSelect } from "./inline-select";
import { previewPicture, revealPassword } from "./inputs";
import { layOutWhenIdle } from "./late-parts";
import { nameManifest } from "./manifest";
import { closeMenusOnClick, closeMenusOnEscape, closeMenusOnFocus, focusDrawer } from "./menus";
import { startOffline } from "./offline";
import { startScripts } from "./scripts-on-use";
import { startSearch } from "./search";
import { endBusy, startBusy } from "./submits";
import { showCurrentTab } from "./tabs";
import { dismissOnClick, pauseToasts, startToasts } from "./toasts";
import { rememberSubmit, resumeUnsavedGuard, startUnsavedGuard } from "./unsaved-changes";

/** Where the keys of the back-office are; the build says. */
declare const ADMIN_KEYS_PATH: string;

const RUNNING = Symbol.for("openbell.enhance");

function start(): void {
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    closeMenusOnClick(event.target);
    revealPassword(event.target);
    dismissOnClick(event.target);
    copyOnClick(event.target);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (!closeMenusOnEscape()) leaveDialog(event);
  });
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    closeMenusOnFocus(target);
    resumeUnsavedGuard(target);
  });
  for (const type of ["pointerover", "focusin"]) addEventListener(type, startScripts);
  // Toggle does not bubble, but it can be caught on its way down.
  addEventListener("toggle", focusDrawer, true);
  addEventListener("change", (event) => {
    previewPicture(event);
    submitInlineSelect(event);
  });
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, noteKey);
  addEventListener("submit", submitInlineSelect);
  startOffline();
  addEventListener("submit", startBusy);
  addEventListener("submit", rememberSubmit);
  addEventListener("pageshow", endBusy);
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"])
    addEventListener(type, pauseToasts);

  // What waited for script (Show, Copy, Dismiss) appears.
  customElements.define("with-script", class extends HTMLElement {});
  startSearch();
  startUnsavedGuard();
  if (document.readyState === "complete") startWhenWhole();
  else addEventListener("load", startWhenWhole);
  focusDialog();
  // It asks how wide the tabs are: before a frame all is laid out anyway, here it would be once more.
  requestAnimationFrame(showCurrentTab);
  startAds();
  // What only the back-office has.
  if (document.querySelector(".admin")) import(ADMIN_KEYS_PATH);
}

function startWhenWhole(): void {
  // Their time begins now: nobody reads them while a slow line still brings the page's pictures.
  startToasts(document);
  nameManifest();
  layOutWhenIdle();
}

const page = window as Window & { [RUNNING]?: true };
if (!page[RUNNING]) {
  page[RUNNING] = true;
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}
