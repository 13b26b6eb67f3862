type Values = Record<string, string>;

/** Whether a field of this name is for something secret: its value is shown to nobody again. */
export const isSecretField = (name: string): boolean => /password|secret/i.test(name);

/** The values of the latest submission and its page, in case no answer arrives. */
let sent: { path: string; values: Values } | undefined;
let unsent: typeof sent;

/**
 * Stores a form's values in memory for as long as the page lives, in case no answer arrives. Files cannot be
 * restored, and secrets are never stored.
 */
export function rememberSent(form: HTMLFormElement | null): void {
  const typed = form ? [...new FormData(form)] : [];
  const texts = typed.filter(([name, value]) => typeof value === "string" && !isSecretField(name));
  sent = { path: location.pathname, values: Object.fromEntries(texts) as Values };
}

/** No answer arrived; the form's page is about to be rendered again. */
export function keepUnsent(): void {
  unsent = sent;
}

/** The initial values of a form whose submission failed. Always undefined on the server. */
export const unsentValues = (): Values | undefined =>
  unsent && unsent.path === location.pathname ? unsent.values : undefined;

/** The form has its values again, or another one was rendered. */
export function forgetUnsent(): void {
  sent = unsent = undefined;
}
