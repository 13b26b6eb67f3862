// Switches such as the star of a company: the form is sent without leaving the page.

const NEXT = { add: "remove", remove: "add" } as const;

/**
 * Sends a mark's form. Whatever does not work is left to the form itself, which loads a page. Offline, nothing
 * is sent, and the page shows a message.
 */
export function sendMark(event: SubmitEvent): void {
  if (!navigator.onLine) return;
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.mark === undefined) return;
  const button = form.querySelector("button");
  if (!button || !(button.name in NEXT)) return;
  event.preventDefault();
  // A second press waits for the answer to the first.
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  void send(form, button).finally(() => {
    button.ariaBusy = null;
  });
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { name, value } = button;
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ [name]: value }),
  }).catch(() => undefined);
  if (answer?.ok) show(value, name === "add");
  else submitAsPage(form, button);
}

/** Shows the new state wherever the page shows this mark. */
function show(value: string, isOn: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-mark] button")) {
    if (button.value !== value) continue;
    button.ariaPressed = String(isOn);
    button.name = isOn ? "remove" : "add";
  }
}

/** A submission by script omits its button. */
function submitAsPage(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  form.append(input);
  form.submit();
  input.remove();
}
