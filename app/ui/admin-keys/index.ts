// Keyboard shortcuts of the back-office. All they do is also possible without them. Single letters can be
// turned off (WCAG 2.1.4), and do nothing while typing.

import { SHORTCUTS_ID, TURN_OFF_ID } from "./ids";
import { startRowForms } from "./row-forms";

/** Address of the writing screen's script, set by the build. */
declare const WRITING_PATH: string;

const STORED = "openbell.keys";
/** How long `g` waits for its second letter, in milliseconds. */
const PATIENCE_MS = 1_500;
const TYPED_IN = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

let going: ReturnType<typeof setTimeout> | undefined;

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Without browser storage the choice lasts as long as the page. */
let choice: string | null = null;

function isOff(): boolean {
  try {
    return (localStorage.getItem(STORED) ?? choice) === "off";
  } catch {
    return choice === "off";
  }
}

function setSingleKeys(state: "on" | "off"): void {
  choice = state;
  try {
    localStorage.setItem(STORED, state);
  } catch {
    // For this page only.
  }
}

function follow(selector: string): boolean {
  const link = find(selector);
  link?.click();
  return link !== null;
}

function focus(selector: string): boolean {
  const field = find(selector);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== null;
}

/** Moves the focus to the name of the next or previous row. */
function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(".admin-table tbody tr")];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step];
  next?.querySelector<HTMLElement>("th a, a, button")?.focus();
  return next !== undefined;
}

function tickRow(): boolean {
  const box = document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>("[name=id]");
  box?.click();
  return box !== undefined && box !== null;
}

function toggleHelp(): boolean {
  (find(`#${SHORTCUTS_ID}`) as (HTMLElement & { togglePopover?: () => void }) | null)?.togglePopover?.();
  return true;
}

function startGoing(): boolean {
  going = setTimeout(stopGoing, PATIENCE_MS);
  return true;
}

function stopGoing(): void {
  clearTimeout(going);
  going = undefined;
}

const KEYS: Record<string, () => boolean> = {
  "?": toggleHelp,
  g: startGoing,
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: tickRow,
  n: () => follow("[data-key=n]"),
  f: () => focus("#filter-q"),
  "[": () => follow("[rel=prev]"),
  "]": () => follow("[rel=next]"),
};

const goTo = () => focus("#go") || follow('a[href="/admin/go"]');

function press(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
  if (defaultPrevented || isComposing || altKey || find("[data-overlay]")) return;
  if (ctrlKey || metaKey) {
    if (key === "k" && goTo()) event.preventDefault();
    return;
  }
  if (isOff() || !(target instanceof Element) || target.closest(TYPED_IN)) return;
  const done = going ? follow(`[data-letter="${CSS.escape(key)}"] > a`) : KEYS[key]?.();
  if (going && key !== "g") stopGoing();
  if (done) event.preventDefault();
}

/** On the button that toggles single letters. */
function showState(): void {
  const button = find(`#${TURN_OFF_ID}`);
  button?.setAttribute("aria-pressed", String(isOff()));
}

addEventListener("keydown", press);
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest(`#${TURN_OFF_ID}`)) return;
  setSingleKeys(isOff() ? "on" : "off");
  showState();
});
showState();
startRowForms();
// The menu may be longer than the window.
find("#menu [aria-current]")?.scrollIntoView({ block: "nearest" });
if (find("[data-writing], #library")) import(WRITING_PATH);
