import { cookieList, whatWeKeep } from "~/features/accounts/held-data/privacy-words.rules.server";
import { config } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import type { TextBlock } from "~/ui/text-blocks";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import about from "./content/about.md?raw";
import contact from "./content/contact.md?raw";
import disclaimer from "./content/disclaimer.md?raw";
import privacy from "./content/privacy.md?raw";
import terms from "./content/terms.md?raw";
import { STATIC_PAGE_LABELS, type StaticPageName } from "./static-pages.rules";
import { fillWords, supportWays, titleAndRest } from "./static-text";

/** The default texts, for pages that the owner has not edited. */
export const OWN_TEXTS: Record<StaticPageName, string> = { about, contact, privacy, terms, disclaimer };

export type StaticPageData = { title: string; summary: string; blocks: TextBlock[] };

/** A page whose text the owner edits. */
export const staticPage = (name: StaticPageName): StaticPageData =>
  drawnText(name, siteSettings().texts[name] ?? OWN_TEXTS[name]);

/** The page for any text, as readers would see it. */
export function drawnText(name: StaticPageName, text: string): StaticPageData {
  const { siteName, supportPhone, supportEmail = "", publicUrl } = config();
  const support = { supportPhone, supportEmail, supportWays: supportWays(supportPhone, supportEmail) };
  const lists = name === "privacy" ? { whatWeKeep: whatWeKeep(), cookies: cookieList() } : {};
  const { title, rest } = titleAndRest(fillWords(text, { siteName, ...support, publicUrl, ...lists }));
  const blocks = toBlocks(rest).map(title === undefined ? asItIs : oneHigher);
  const first = blocks.find(({ kind }) => kind === "paragraph");
  return {
    title: title === undefined ? STATIC_PAGE_LABELS[name] : plainTextOf(title),
    summary: first?.kind === "paragraph" ? first.spans.map((span) => span.text).join("") : "",
    blocks,
  };
}

const asItIs = (block: TextBlock): TextBlock => block;

/** The title is separate, so the text's second level becomes the page's first. */
const oneHigher = (block: TextBlock): TextBlock =>
  block.kind === "heading" ? { ...block, level: Math.max(1, block.level - 1) as 1 | 2 | 3 } : block;
