import type { Newsletter } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import type { Access } from "~/access/access.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { type AlertDetails, alertById, alertPreview } from "~/features/content/alerts/alerts.queries.server";
import { sideLabel } from "~/features/content/alerts/alerts.rules";
import { type Brief, briefById, briefPreview } from "~/features/content/briefs/briefs.queries.server";
import { HOLDINGS_NOT_STATED } from "~/features/content/holdings.rules";
import { articleById, articlePreview } from "~/features/content/news/news.queries.server";
import { knownFacts, planFacts, priceText, zoneText } from "~/features/content/record-facts.rules";
import { truncate } from "~/ui/format";
import { wordsOfBlocks } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { digestContent } from "./digest-content.server";
import type { EditionContent, EditionText } from "./edition-text";
import { kindOf, type NewsletterKind } from "./newsletters.rules";

/** @property any also drafts, for staff who plan an edition. Or the transaction that saves the record: any, as it is there. */
type Which = "published" | "any" | EntityManager;

const within = (which: Which) => (typeof which === "string" ? undefined : which);

const CONTENTS: Record<NewsletterKind, (id: string, which: Which) => Promise<EditionContent | undefined>> = {
  briefs: briefContent,
  alerts: alertContent,
  news: newsContent,
  weekly: (id) => digestContent(id),
};

/** The content of a record as an email, or undefined if it is not there. @param recordId a UUID */
export const editionContent = (
  newsletter: Newsletter,
  recordId: string,
  which: Which,
): Promise<EditionContent | undefined> => CONTENTS[kindOf(newsletter)](recordId, which);

const PREVIEW_LETTERS = 140;
const previewOf = (text: string) => truncate(text.replace(/\s+/g, " ").trim(), PREVIEW_LETTERS);
const subjectOf = (text: string) => truncate(text.replace(/\s+/g, " ").trim(), 190);

const holdings = (disclosure: string | null) => [
  disclosure === null ? HOLDINGS_NOT_STATED : `Author\u2019s holdings: ${disclosure}`,
];

async function briefContent(id: string, which: Which): Promise<EditionContent | undefined> {
  const find = (access: Access) =>
    which === "published" ? briefById(access, id) : briefPreview(access, id, within(which));
  // The teaser is made of a row without the locked columns, so nothing locked can get into it.
  const [open, full] = [await find("locked"), await find("full")];
  if (!open || !full) return undefined;
  const heading = open.headline ?? open.companyName;
  return {
    audience: full.audience,
    subject: subjectOf(open.headline ?? `Daily brief: ${open.companyName}`),
    preview: previewOf(open.teaser ?? `Our daily brief on ${open.companyName}.`),
    whole: {
      ...briefHead(open, heading),
      facts: knownFacts([{ label: "Buy zone", value: zoneText(full) }]),
      blocks: toBlocks(full.analysis ?? ""),
      isLocked: true,
      closing: holdings(full.disclosure),
      action: { label: "Read it with the chart", path: `/daily-brief/${id}` },
    },
    teaser: {
      ...briefHead(open, heading),
      facts: [],
      blocks: [],
      closing: [`The analysis and the buy zone are for ${AUDIENCE_NAMES[open.audience]}.`],
      action: { label: "See what is inside", path: `/daily-brief/${id}` },
    },
  };
}

const briefHead = ({ ticker, companyName, teaser }: Brief, heading: string) => ({
  kicker: `Daily brief: ${companyName} (${ticker})`,
  heading,
  ...(teaser && { lede: teaser }),
});

async function alertContent(id: string, which: Which): Promise<EditionContent | undefined> {
  const found = await (which === "published"
    ? alertById("full", id)
    : alertPreview("full", id, within(which)));
  if (!found?.call) return undefined;
  const { call, audience } = found;
  const heading = `${sideLabel(call)} ${call.name}`;
  const blocks = toBlocks(call.analysis);
  return {
    audience,
    subject: subjectOf(`Trade alert: ${heading} (${call.ticker})`),
    preview: previewOf(wordsOfBlocks(blocks)),
    whole: {
      kicker: `Trade alert: ${call.ticker}`,
      heading,
      facts: alertFacts(call),
      blocks,
      isLocked: true,
      closing: holdings(call.disclosure),
      action: { label: "See the plan", path: `/trade-alert/${id}` },
    },
  };
}

const alertFacts = (call: AlertDetails) => [
  ...knownFacts([{ label: "Price now", value: priceText(call.currentPrice, call) }]),
  ...planFacts(call),
];

async function newsContent(id: string, which: Which): Promise<EditionContent | undefined> {
  const article = await (which === "published" ? articleById(id) : articlePreview(id, within(which)));
  if (!article) return undefined;
  const { title, category, author, content } = article;
  const blocks = toBlocks(content);
  const text: EditionText = {
    kicker: `${category}, by ${author}`,
    heading: title,
    facts: [],
    blocks,
    closing: [],
    action: { label: "Read it on the site", path: `/news/${id}` },
  };
  const preview = previewOf(wordsOfBlocks(blocks));
  return { audience: "everybody", subject: subjectOf(title), preview, whole: text };
}
