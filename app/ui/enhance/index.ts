// Enhancements without React: one small module that listens on the window. To coexist with hydration it
// changes nothing that React writes: only `hidden`, `open`, data and aria attributes, the type of password
// inputs, the end of the head, styles of late parts, pings, canvases and search suggestions. Lists and
// switches render their own elements, on pages without React. Listeners on the window run after React's, so
// prevented submissions stay prevented.

import { startAds } from "./ads";
import { copyOnClick } from "./clipboard";
import { focusDialog, leaveDialog } from "./dialogs";
import { noteKey, submitInlineSelect } from "./inline-select";
import { previewPicture, revealPassword } from "./inputs";
import { layOutWhenIdle } from "./late-parts";
import { followQuotes } from "./live-quotes";
import { nameManifest } from "./manifest";
import { closeMenusOnClick, closeMenusOnEscape, closeMenusOnFocus, focusDrawer } from "./menus";
import { startOffline } from "./offline";
import { startScripts } from "./scripts-on-use";
import { startSearch } from "./search";
import { endBusy, startBusy } from "./submits";
import { showCurrentTab } from "./tabs";
import { dismissOnClick, pauseToasts, startToasts } from "./toasts";
import { rememberSubmit, resumeUnsavedGuard, startUnsavedGuard } from "./unsaved-changes";

/** Address of the back-office keyboard script, set by the build. */
declare const ADMIN_KEYS_PATH: string;
/** Address of the script for members’ switches and bell, set by the build. */
declare const MEMBER_MARKS_PATH: string;
/** Address of the script for visits through newsletters, set by the build. */
declare const VISITS_PATH: string;
/** Address of the script for passkeys, set by the build. */
declare const PASSKEYS_PATH: string;

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
  // Toggle does not bubble, but it can be captured.
  addEventListener("toggle", focusDrawer, true);
  addEventListener("change", (event) => {
    previewPicture(event);
    submitInlineSelect(event);
  });
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, noteKey);
  addEventListener("submit", submitInlineSelect);
  addEventListener("submit", usePasskey);
  startOffline();
  addEventListener("submit", startBusy);
  addEventListener("submit", rememberSubmit);
  addEventListener("pageshow", endBusy);
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"])
    addEventListener(type, pauseToasts);

  // Shows controls that need script (Show, Copy, Dismiss).
  customElements.define("with-script", class extends HTMLElement {});
  startSearch();
  startUnsavedGuard();
  if (document.readyState === "complete") startWhenWhole();
  else addEventListener("load", startWhenWhole);
  focusDialog();
  // In an animation frame, because measuring tabs now would force another layout.
  requestAnimationFrame(showCurrentTab);
  startAds();
  if (/[?&]edition=/.test(location.search)) import(VISITS_PATH);
  // Only in the back-office.
  if (document.querySelector(".admin")) import(ADMIN_KEYS_PATH);
  else if (document.querySelector("form[action='/logout']")) import(MEMBER_MARKS_PATH);
}

function usePasskey(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.passkey) return;
  event.preventDefault();
  void import(PASSKEYS_PATH).then(
    (script) => script.answer(form),
    () => {
      (form.lastChild as HTMLElement).hidden = false;
    },
  );
}

function startWhenWhole(): void {
  // Their time-out starts now, so that a slow page does not use it up.
  startToasts(document);
  nameManifest();
  layOutWhenIdle();
  followQuotes();
}

const page = window as Window & { [RUNNING]?: true };
if (!page[RUNNING]) {
  page[RUNNING] = true;
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}
