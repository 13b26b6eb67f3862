// Forms with data-guard warn before they are left with changes; `data-guard="unsaved"` came back refused, so
// its values are unsaved. The browser words the warning.

const FORM = "form[data-guard]";

/** Each form's values at page load or at its last submission. */
const states = new WeakMap<Element, string>();

/** A form is being sent; `gone` with the whole page, otherwise by React after validation. */
let sent = false;
let gone = false;

/** Searching the picture library changes nothing. */
const stateOf = (form: HTMLFormElement) =>
  JSON.stringify(
    [...new FormData(form)]
      .filter(([name]) => !name.startsWith("librarySearch"))
      .map(([name, value]) => [name, (value as File).name ?? value]),
  );

const guarded = () => [...document.querySelectorAll<HTMLFormElement>(FORM)];

/** Whether leaving now would lose changes. */
export const isUnsaved = (): boolean =>
  guarded().some(
    (form) =>
      form.querySelector("[aria-invalid=true]") ||
      (!sent && (form.dataset.guard || states.get(form) !== stateOf(form))),
  );

export function startUnsavedGuard(): void {
  const forms = guarded();
  for (const form of forms) states.set(form, stateOf(form));
  // Attached only where needed, because the listener disables the back-forward cache.
  if (forms[0]) {
    addEventListener("beforeunload", (event) => {
      if (!gone && isUnsaved()) event.preventDefault();
    });
  }
}

/** Editing continues: the submission came back. */
export function resumeUnsavedGuard(target: Element): void {
  if (target.closest(FORM)) sent = gone = false;
}

export function rememberSubmit({ target, defaultPrevented }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement) || !target.matches(FORM)) return;
  sent = true;
  gone ||= !defaultPrevented;
  states.set(target, stateOf(target));
}

/** The submission failed: the values are unsaved. */
export function forgetSubmit(): void {
  sent = gone = false;
  for (const form of guarded()) states.delete(form);
}
