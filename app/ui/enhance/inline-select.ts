// An inline select is a small form in a table's row, sent as soon as something is chosen with a pointer. A key chooses every
// tier on its way to another one: after it the form waits for its button, or Enter. The answer is the whole page with
// its list; this row, the page's word about it and its toasts are taken from there, so the reader stays in place.
// Nothing else is touched, and pages with a switch have no React in the browser that would mind.

import { startToasts } from "./toasts";

const SELECT_FORM = "form[data-switch]";
const MESSAGE = "[data-said]";

/** What the last key was pressed in, unless a pointer came after it. */
let keyed: EventTarget | null;

export function noteKey(event: Event): void {
  const { target } = event;
  keyed = event.type === "keydown" ? target : null;
  const enter = (event as KeyboardEvent).key === "Enter";
  // A select does not submit its form by itself everywhere.
  if (enter && target instanceof HTMLSelectElement && target.form?.matches("[data-keyed]"))
    submitInlineSelect(event);
}

/** Of a choice, or of the button and Enter. */
export function submitInlineSelect(event: Event): void {
  const { target } = event;
  const form = target instanceof Element ? target.closest<HTMLFormElement>(SELECT_FORM) : null;
  const select = form?.querySelector("select");
  if (!form || !select) return;
  event.preventDefault();
  if (event.type === "change" && keyed === select) form.dataset.keyed = "";
  else if (!select.disabled) void saveSelect(form, select);
}

async function saveSelect(form: HTMLFormElement, select: HTMLSelectElement): Promise<void> {
  const row = form.closest("tr");
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const button = form.querySelector("button");
  const release = () => {
    select.disabled = false;
    button?.removeAttribute("aria-busy");
    form.reset();
  };
  select.disabled = true;
  button?.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(form.getAttribute("action") ?? "", { method: "POST", body });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // A question comes first, or signed out meanwhile, or broken: the answer is another page.
    if (!row || !page.querySelector(MESSAGE)) {
      release();
      return location.assign(response.url);
    }
    replaceMessages(page);
    const newRow = page.getElementById(row.id);
    if (newRow) row.replaceWith(newRow);
    else replaceList(page);
    newRow?.querySelector<HTMLElement>(`${SELECT_FORM} select`)?.focus();
  } catch {
    release();
    const message = document.querySelector(MESSAGE);
    if (message) message.textContent = "Nothing was saved: the site did not answer. Please try again.";
  }
}

/** The list is narrowed to what this row no longer is: the whole of it is drawn anew, its count and its pages, too. */
function replaceList(page: Document): void {
  const list = page.querySelector("main");
  if (!list) return;
  document.querySelector("main")?.replaceWith(list);
  list.focus();
}

function replaceMessages(page: Document): void {
  const message = document.querySelector(MESSAGE);
  if (message) message.textContent = page.querySelector(MESSAGE)?.textContent ?? "";
  document.querySelector(".toasts")?.remove();
  const toasts = page.querySelector(".toasts");
  if (!toasts) return;
  document.body.prepend(toasts);
  startToasts(toasts);
}
