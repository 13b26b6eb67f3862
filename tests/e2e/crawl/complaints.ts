import type { Page } from "@playwright/test";

/** The console reports each 4xx page, as it should. */
const IS_REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Errors of a page's console and scripts since the last check, including policy violations. */
export function watchComplaints(page: Page): () => string[] {
  let complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !IS_REFUSED.test(message.text()))
      complaints.push(`console of ${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => complaints.push(`script of ${page.url()}: ${message}`));
  return () => {
    const taken = complaints;
    complaints = [];
    return taken;
  };
}
