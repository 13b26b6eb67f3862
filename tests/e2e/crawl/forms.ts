import type { Page } from "@playwright/test";

/**
 * Forms that a browser without script could not send, or would send without the input. They are parsed from
 * the server's HTML, as such a browser does.
 */
export const formFaults = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((sent) => {
    // A parsed document runs no script, so the content of <noscript> is part of it.
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
        // A form with only hidden fields is sent by script, or by a button elsewhere on the page that adds
        // its values.
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
