// Forms with data-guard ask before they are left half filled; `data-guard="unsaved"` came back refused, so that what
// it holds is not saved yet. The browser words the question.

const FORM = "form[data-guard]";

/** What each form held when the page came, or when it was sent last. */
const states = new WeakMap<Element, string>();

/** One of them is on its way; `gone` with the page itself, otherwise React sends it, unless it finds a fault first. */
let sent = false;
let gone = false;

/** What is looked for in the picture library is nothing that is saved. */
const stateOf = (form: HTMLFormElement) =>
  JSON.stringify(
    [...new FormData(form)]
      .filter(([name]) => !name.startsWith("librarySearch"))
      .map(([name, value]) => [name, (value as File).name ?? value]),
  );

const guarded = () => [...document.querySelectorAll<HTMLFormElement>(FORM)];

/** Whether leaving now would lose something. */
export const isUnsaved = (): boolean =>
  guarded().some(
    (form) =>
      form.querySelector("[aria-invalid=true]") ||
      (!sent && (form.dataset.guard || states.get(form) !== stateOf(form))),
  );

export function startUnsavedGuard(): void {
  const forms = guarded();
  for (const form of forms) states.set(form, stateOf(form));
  // Elsewhere nobody listens: browsers keep no page for the way back that does.
  if (forms[0]) {
    addEventListener("beforeunload", (event) => {
      if (!gone && isUnsaved()) event.preventDefault();
    });
  }
}

/** Back at work in a form: what was sent came back. */
export function resumeUnsavedGuard(target: Element): void {
  if (target.closest(FORM)) sent = gone = false;
}

export function rememberSubmit({ target, defaultPrevented }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement) || !target.matches(FORM)) return;
  sent = true;
  gone ||= !defaultPrevented;
  states.set(target, stateOf(target));
}

/** It stayed here after all: what the forms hold is saved nowhere. */
export function forgetSubmit(): void {
  sent = gone = false;
  for (const form of guarded()) states.delete(form);
}
