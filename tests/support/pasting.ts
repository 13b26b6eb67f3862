import { post } from "./staff-app";
import type { Person } from "./test-app";

/** The visible text of the page. */
export async function pageOf(response: Response): Promise<string> {
  const decoded: Record<string, string> = { quot: '"', "#x27": "'", lt: "<", gt: ">", amp: "&" };
  const text = (await response.text()).replaceAll("<!-- -->", "");
  return text.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => decoded[name] ?? "");
}

export const hiddenIn = (page: string, name: string) =>
  new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

type Fields = Record<string, string>;

export const comparePaste = async (path: string, text: string, more: Fields = {}, person?: Person) =>
  pageOf(await post(path, { text, intent: "compare", ...more }, person));

/** Compares, then applies the comparison. */
export async function applyPaste(path: string, text: string, more: Fields = {}, person?: Person) {
  const page = await comparePaste(path, text, more, person);
  return post(path, { text, intent: "apply", shown: hiddenIn(page, "shown"), ...more }, person);
}

/** The confirmation boxes of rows, as submitted when ticked. */
export const ticksIn = (page: string): string[] =>
  [...page.matchAll(/type="checkbox" name="tick" value="([^"]*)"/g)].map(([, value = ""]) => value);

/** Applies a comparison that was shown, with all boxes ticked. @param page as `comparePaste` gave it */
export const applyCompared = (page: string, path: string, text: string, more: Fields = {}, person?: Person) =>
  post(
    path,
    { text, intent: "apply", shown: hiddenIn(page, "shown"), ticked: ticksIn(page).join(" "), ...more },
    person,
  );

/** The same as `applyPaste` with all boxes ticked. */
export const applyTicked = async (path: string, text: string, more: Fields = {}, person?: Person) =>
  applyCompared(await comparePaste(path, text, more, person), path, text, more, person);

/** The summary's counts: '3 all', '1 changed' … */
export const counterFor = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<b>([\d,]+)<\/b> (\w+)/g)].map(([, count, word]) => [
      word,
      Number(count?.replace(",", "")),
    ]),
  );

/** The visible cells of a comparison of one kind: the new value, the old value, the reason of a rejection. */
export const cellsOfKind = (page: string, outcome: "added" | "changed" | "refused"): string[] =>
  [...page.matchAll(new RegExp(`<td class="is-${outcome}">(.*?)</td>`, "g"))].map(([, cell = ""]) =>
    cell
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
