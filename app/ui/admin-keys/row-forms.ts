// Rows of a list that are forms. A row is saved where it stands while another one holds what nobody has saved: the page would
// come anew, and that would be gone. Leaving the list asks first; the browser words the question.

const FORM = "tr form[id^=inline-]";
/** Every list has one, below why a row was not saved. */
const FILTERS = "main .filters";
/** Stands in a row that was refused. */
const REFUSED = ".inline-error, .inline-confirm";

const forms = () => [...document.querySelectorAll<HTMLFormElement>(FORM)];

const isChanged = (control: Element) =>
  control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : control instanceof HTMLInputElement && control.value !== control.defaultValue;

/** Typed since the row was drawn, or refused. */
const isUnsaved = (form: HTMLFormElement) =>
  Boolean(form.closest("tr")?.querySelector(REFUSED)) || [...form.elements].some(isChanged);

let gone = false;

export function startRowForms(): void {
  if (forms().length === 0) return;
  addEventListener("submit", submitRow);
  addEventListener("beforeunload", (event) => {
    if (!gone && forms().some(isUnsaved)) event.preventDefault();
  });
  addEventListener("pageshow", () => {
    gone = false;
  });
}

function submitRow(event: SubmitEvent): void {
  const { target: form, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches(FORM)) return;
  gone = !forms().some((other) => other !== form && isUnsaved(other));
  if (gone) return;
  event.preventDefault();
  void saveInPlace(form);
}

async function saveInPlace(form: HTMLFormElement): Promise<void> {
  const row = form.closest("tr");
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  try {
    const response = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // A question comes first, or signed out meanwhile: the answer is another page, and leaving this one asks.
    if (!page.querySelector(FILTERS)) return location.assign(response.url);
    showMessage(messageOf(page));
    showToasts(page);
    const drawn = row && page.getElementById(row.id);
    if (drawn) replaceRow(row, drawn);
    // The list is narrowed to what this row no longer is. What was refused stays with what was typed.
    else if (response.ok) row?.remove();
  } catch {
    const message = document.createElement("div");
    message.className = "note note--bad";
    message.role = "alert";
    message.textContent = "Nothing was saved: the site did not answer. Please try again.";
    showMessage(message);
  } finally {
    form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  }
}

function messageOf(page: Document): Element | undefined {
  const before = page.querySelector(FILTERS)?.previousElementSibling;
  return before?.matches(".note") ? before : undefined;
}

function showMessage(message: Element | undefined): void {
  messageOf(document)?.remove();
  if (message) document.querySelector(FILTERS)?.before(message);
}

function replaceRow(row: Element, drawn: HTMLElement): void {
  const held = row.contains(document.activeElement);
  row.replaceWith(drawn);
  if (held) drawn.querySelector<HTMLElement>("[aria-invalid], button")?.focus();
}

function showToasts(page: Document): void {
  document.querySelector(".toasts")?.remove();
  const toasts = page.querySelector(".toasts");
  if (!toasts) return;
  document.body.prepend(toasts);
  // As if a pointer had left them, which is when their time begins.
  for (const toast of toasts.children) toast.dispatchEvent(new Event("pointerout", { bubbles: true }));
}
