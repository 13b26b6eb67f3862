type Values = Record<string, string>;

/** What a form was sent with, and of which page it is; kept for its page once no answer came. */
let sent: { path: string; values: Values } | undefined;
let unsent: typeof sent;

/**
 * Keeps what a form is sent with, in this tab's memory and no longer than the page: should no answer come, it is not lost. Files
 * cannot be put back into a form, and passwords are not kept, whatever they are shown as.
 */
export function rememberSent(form: HTMLFormElement | null): void {
  const typed = form ? [...new FormData(form)] : [];
  const texts = typed.filter(([name, value]) => typeof value === "string" && !/password/i.test(name));
  sent = { path: location.pathname, values: Object.fromEntries(texts) as Values };
}

/** No answer came, and the page with the form is about to be drawn again. */
export function keepUnsent(): void {
  unsent = sent;
}

/** What the form on this page is to begin with: what it could not be sent with. The server never has any. */
export const unsentValues = (): Values | undefined =>
  unsent && unsent.path === location.pathname ? unsent.values : undefined;

/** The form has it again, or another one was drawn. */
export function forgetUnsent(): void {
  sent = unsent = undefined;
}
