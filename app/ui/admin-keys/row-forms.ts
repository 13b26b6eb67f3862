// List rows that are forms. If another row has unsaved changes, a row is saved without loading a new page,
// which would lose them. Leaving the list asks first, in the browser's words.

const FORM = "tr form[id^=inline-]";
/** Below each list, with the reason why a row was not saved. */
const FILTERS = "main .filters";
/** Marks a refused row. */
const REFUSED = ".inline-error, .inline-confirm";

const forms = () => [...document.querySelectorAll<HTMLFormElement>(FORM)];

const isChanged = (control: Element) =>
  control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : control instanceof HTMLInputElement && control.value !== control.defaultValue;

/** Changed since the row was rendered or refused. */
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
    // A confirmation, or a sign-in page: the response is another page, and leaving this one asks first.
    if (!page.querySelector(FILTERS)) return location.assign(response.url);
    showMessage(messageOf(page));
    showToasts(page);
    const drawn = row && page.getElementById(row.id);
    if (drawn) replaceRow(row, drawn);
    // The row no longer matches the list's filter. A refused row keeps its values.
    else if (response.ok) row?.remove();
  } catch {
    const message = document.createElement("div");
    message.className = "note note--bad";
    message.role = "alert";
    message.textContent = "Nothing was saved: the site did not respond. Please try again.";
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
  // As if the pointer had left them, which starts their time-out.
  for (const toast of toasts.children) toast.dispatchEvent(new Event("pointerout", { bubbles: true }));
}
