// An inline select is a small form in a table row. A choice by pointer is sent immediately; a choice by
// keyboard passes other values, so it waits for the button or Enter. From the response only the row, its
// message and its toasts are inserted, so the reader keeps the place. Pages with an inline select have no
// React.

import { startToasts } from "./toasts";

const SELECT_FORM = "form[data-switch]";
const MESSAGE = "[data-said]";

/** The element of the last key press, unless the pointer was used since. */
let keyed: EventTarget | null;

export function noteKey(event: Event): void {
  const { target } = event;
  keyed = event.type === "keydown" ? target : null;
  const enter = (event as KeyboardEvent).key === "Enter";
  // Some browsers need help to submit a select's form.
  if (enter && target instanceof HTMLSelectElement && target.form?.matches("[data-keyed]"))
    submitInlineSelect(event);
}

/** For a choice, the button, or Enter. */
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
    // A confirmation, a sign-in page or an error: the response is another page.
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
    if (message) message.textContent = "Nothing was saved: the site did not respond. Please try again.";
  }
}

/** The row no longer matches the list's filter: the whole list is replaced, with its count and pages. */
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
