import type { EditionVersion } from "db/entities/edition";
import type { Tier } from "db/entities/member";
import { tiersThatRead } from "~/access/access.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { config } from "~/platform/config.server";
import { wordsOfBlocks } from "~/web/markdown/plain-text.server";
import { editionContent } from "../edition-content.server";
import { EDITION_FOOTER } from "../edition-html";
import type { EditionText } from "../edition-text";
import type { NewsletterKind } from "../newsletters.rules";
import type { PostText } from "./channel-messages.rules";

export type PostContent = { version: EditionVersion; text: PostText };

/**
 * What a channel's readers get of a record now: all of it if their tier reads it, otherwise its introduction. Of
 * an alert they get only that there is one, because its existence names a company.
 * @returns undefined if the record is no longer published
 */
export async function postContent(
  newsletter: NewsletterKind,
  recordId: string,
  tier: Tier,
): Promise<PostContent | undefined> {
  // The audience and the texts are of one reading: nobody can change it in between.
  const content = await editionContent(newsletter, recordId, "published");
  if (!content) return undefined;
  const { audience, whole, teaser } = content;
  if (tiersThatRead(audience).includes(tier)) return { version: "whole", text: postText(whole) };
  if (audience === "everybody") return undefined;
  return {
    version: "teaser",
    text: teaser ? postText(teaser) : announcement(AUDIENCE_NAMES[audience], whole.action.path),
  };
}

const announcement = (readers: string, path: string): PostText => ({
  kicker: "Trade alert",
  heading: "A new trade alert",
  paragraphs: [`What it is about is for ${readers}.`],
  link: { label: "See the alert", url: config().publicUrl + path },
  small: [EDITION_FOOTER],
});

function postText({ kicker, heading, lede, facts, blocks, plain, closing, action }: EditionText): PostText {
  const figures = facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const words = plain ?? wordsOfBlocks(blocks);
  return {
    kicker,
    heading,
    paragraphs: [lede ?? "", figures, ...words.split("\n\n")],
    link: { label: action.label, url: config().publicUrl + action.path },
    small: [...closing, EDITION_FOOTER],
  };
}

/** What the button for a test posts. */
export const testText = (): PostText => {
  const { siteName, publicUrl } = config();
  return {
    kicker: siteName,
    heading: "A test",
    paragraphs: [`What ${siteName} publishes is posted here.`],
    link: { label: `Open ${siteName}`, url: publicUrl },
    small: [],
  };
};
