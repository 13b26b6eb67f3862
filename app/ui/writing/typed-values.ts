/** The edited form and where its drafts are sent; undefined without one. */
export function findWriting() {
  const mark = document.querySelector<HTMLElement>("[data-writing]");
  const form = mark?.closest("form");
  const { previewAt, draftAt } = mark?.dataset ?? {};
  return form && previewAt && draftAt ? { form, previewAt, draftAt } : undefined;
}

/** The form's values as text, without files. */
export function typedValues(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(data.keys())) {
    const texts = data.getAll(name).filter((value) => typeof value === "string");
    const [first] = texts;
    if (first !== undefined) values[name] = texts.length > 1 ? texts : first;
  }
  return values;
}

const isTyped = (control: Element): boolean =>
  (control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && control.type === "text")) &&
  control.value !== control.defaultValue;

/**
 * Reports input from before this script loaded, or restored by the browser, for which there are no events.
 */
export function whenTypedEarlier(tell: () => void): void {
  const look = () => {
    if ([...(findWriting()?.form.elements ?? [])].some(isTyped)) tell();
  };
  if (document.readyState === "complete") look();
  else addEventListener("load", look);
}

/** Sends the input. @throws when the answer is not ours, for example after the session has ended */
export async function send(
  address: string,
  values: object,
  options: { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(address, {
    ...options,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(values),
    redirect: "manual",
  });
  if (response.type === "opaqueredirect") return { status: 401, answer: {} };
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}
