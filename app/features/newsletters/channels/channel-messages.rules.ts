import type { ChannelService } from "./channels.queries.server";

/** What a post says, before it is written for a service. */
export type PostText = {
  kicker: string;
  heading: string;
  paragraphs: string[];
  /** `url` is the full address. */
  link: { label: string; url: string };
  /** Below the link. */
  small: string[];
};

/**
 * A post for a service.
 * @property body what its address takes, as JSON
 * @property words the same as plain text, for staff
 */
export type ChannelMessage = { body: Record<string, unknown>; words: string };

/** Letters that turn the direction of what follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(TURNING, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ");

const oneLine = (text: string) => clean(text).replace(/\s+/g, " ").trim();

type Escape = (text: string) => string;

/** As many whole words as fit once they are escaped; a longer text ends with dots. */
function fitWords(text: string, limit: number, write: Escape): string {
  if (write(text).length <= limit) return text;
  const letters = [...text];
  let [fits, over] = [0, letters.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (write(letters.slice(0, middle).join("")).length < limit) fits = middle;
    else over = middle;
  }
  const cut = letters.slice(0, fits).join("");
  const end = cut.search(/\s\S*$/);
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).trimEnd()}\u2026`;
}

/** As many whole paragraphs as fit; of a first one that is too long, its beginning. */
function fitParagraphs(
  paragraphs: readonly string[],
  limit: number,
  write: Escape,
): { kept: string[]; isCut: boolean } {
  const kept: string[] = [];
  let length = 0;
  for (const paragraph of paragraphs) {
    length += write(paragraph).length + 2;
    if (length > limit) {
      const begun = kept.length > 0 ? kept : [fitWords(paragraph, limit, write)];
      return { kept: begun, isCut: true };
    }
    kept.push(paragraph);
  }
  return { kept, isCut: false };
}

/** Letters of a post in all services: the shortest limit, Slack's 3,000 for a block, less the link. */
const TEXT_LETTERS = 2500;
const HEADING_LETTERS = 200;
const SMALL_LETTERS = 600;

type Fitted = { kicker: string; heading: string; text: string; label: string; url: string; small: string };

/** @returns each part so that it fits once it is escaped, as typed */
function fitText({ kicker, heading, paragraphs, link, small }: PostText, write: Escape): Fitted {
  const cleaned = paragraphs.map((paragraph) => clean(paragraph).trim()).filter(Boolean);
  const { kept, isCut } = fitParagraphs(cleaned, TEXT_LETTERS, write);
  return {
    kicker: fitWords(oneLine(kicker), HEADING_LETTERS, write),
    heading: fitWords(oneLine(heading), HEADING_LETTERS, write),
    text: kept.join("\n\n"),
    label: isCut ? "Continue reading" : link.label,
    url: link.url,
    small: fitWords(oneLine(small.join(" ")), SMALL_LETTERS, write),
  };
}

const plainWords = ({ kicker, heading, text, label, url, small }: Fitted) =>
  [kicker, heading, text, `${label}: ${url}`, small].filter(Boolean).join("\n\n");

/** An address that a service makes a link of. What could end it, or format the text after it, is not part of it. */
const BARE_ADDRESS = /https?:\/\/(?:\([^\s\\*`|<>[\]()]*\)|[^\s\\*`|<>[\]()])+/;

const DISCORD_SIGNS = new RegExp(`(${BARE_ADDRESS.source})|[\\\\*_~\`|<>[\\]()@#]`, "g");

/** Discord's signs of formatting and mentions; a backslash before them shows them as they are. */
const forDiscord: Escape = (text) =>
  text
    .replace(DISCORD_SIGNS, (found, address) => address ?? `\\${found}`)
    .replace(/^(\s*)([-+]|\d+\.)(?=\s)/gm, "$1\\$2");

function discordMessage(fitted: Fitted) {
  const { kicker, heading, text, label, url, small } = fitted;
  return {
    // Nobody is notified, whatever an author typed.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: kicker },
        title: forDiscord(heading),
        url,
        description: [forDiscord(text), `[${label}](${url})`].filter(Boolean).join("\n\n"),
        ...(small ? { footer: { text: small } } : {}),
      },
    ],
  };
}

const forSlack: Escape = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `verbatim`: names of people and channels notify nobody. */
const slackSection = (text: string) => ({
  type: "section",
  text: { type: "mrkdwn", text, verbatim: true },
});

const slackContext = (text: string) => ({
  type: "context",
  elements: [{ type: "mrkdwn", text, verbatim: true }],
});

function slackMessage({ kicker, heading, text, label, url, small }: Fitted) {
  const end = `<${url}|${forSlack(label)}>`;
  return {
    text: forSlack(`${kicker}: ${heading}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      slackSection(`${forSlack(kicker)}\n*<${url}|${forSlack(heading)}>*`),
      slackSection(text ? `${forSlack(text)}\n\n${end}` : end),
      // Slack takes no empty text.
      ...(small ? [slackContext(forSlack(small))] : []),
    ],
  };
}

const TELEGRAM_NAMES = new RegExp(`(${BARE_ADDRESS.source})|@(?=\\w)`, "g");

/** Telegram's HTML knows few tags and these signs. A sign without width after an @ keeps it from naming somebody. */
const forTelegram: Escape = (text) =>
  forSlack(text.replace(TELEGRAM_NAMES, (found, address) => address ?? `${found}\u2060`)).replaceAll(
    '"',
    "&quot;",
  );

function telegramMessage({ kicker, heading, text, label, url, small }: Fitted, chatId: string) {
  const parts = [
    `${forTelegram(kicker)}\n<b>${forTelegram(heading)}</b>`,
    forTelegram(text),
    `<a href="${forTelegram(url)}">${forTelegram(label)}</a>`,
    small && `<i>${forTelegram(small)}</i>`,
  ];
  return {
    chat_id: chatId,
    parse_mode: "HTML",
    text: parts.filter(Boolean).join("\n\n"),
    link_preview_options: { is_disabled: true },
  };
}

/** Writes a post for a service: escaped, and within its limits. @param chatId of Telegram's chat */
export function channelMessage(
  service: ChannelService,
  text: PostText,
  chatId: string | null,
): ChannelMessage {
  switch (service) {
    case "discord": {
      const fitted = fitText(text, forDiscord);
      return { body: discordMessage(fitted), words: plainWords(fitted) };
    }
    case "slack": {
      const fitted = fitText(text, forSlack);
      return { body: slackMessage(fitted), words: plainWords(fitted) };
    }
    case "telegram": {
      const fitted = fitText(text, forTelegram);
      return { body: telegramMessage(fitted, chatId ?? ""), words: plainWords(fitted) };
    }
  }
}
