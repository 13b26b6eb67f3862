import type { Page } from "@playwright/test";

/**
 * Forms that a browser without script could not send, or would send without what was typed. They are read from the page as the server
 * sent it, as such a browser reads it.
 */
export const formFaults = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((sent) => {
    // A parser's document runs no script, so what is in <noscript> is there.
    const { forms } = new DOMParser().parseFromString(sent, "text/html");
    return [...forms].flatMap((form) => {
      const name = `the form ${form.id || form.className || form.getAttribute("action") || ""}`.trim();
      const controls = [...form.elements].filter(
        (control) =>
          control instanceof HTMLButtonElement ||
          control instanceof HTMLInputElement ||
          control instanceof HTMLSelectElement ||
          control instanceof HTMLTextAreaElement,
      );
      const submits = controls.filter(({ type }) => type === "submit" || type === "image");
      const fields = controls.filter(({ type }) => !["submit", "image", "button", "reset"].includes(type));
      return [
        // One of hidden fields alone is sent by script, or by a button elsewhere on the page that comes with what it is about.
        ...(submits.length === 0 && controls.some(({ type }) => type !== "hidden")
          ? [`${name} has no button that sends it`]
          : []),
        ...fields
          .filter((field) => field.name === "")
          .map((field) => `${name} leaves out ${field.outerHTML}`),
        ...(fields.some(({ type }) => type === "file") && form.enctype !== "multipart/form-data"
          ? [`${name} sends the name of a file in its place`]
          : []),
      ];
    });
  }, html);
