import { SECRETS } from "tests/support/channels";
import { describe, expect, it } from "vitest";
import { channelMessage, type PostText } from "~/features/newsletters/channels/channel-messages.rules";
import {
  ALL_SERVICES,
  addressErrors,
  hintOf,
  postAddress,
  SERVICES,
  waitSeconds,
} from "~/features/newsletters/channels/channels.rules";

const POST: PostText = {
  kicker: "Daily brief: Nvidia (NVDA)",
  heading: "Pay 158 to 168",
  paragraphs: ["Governments buy in steps.", "", "Buy zone: 158 to 168\nTarget: 190"],
  link: { label: "Read it with the chart", url: "https://site.test/daily-brief/1" },
  small: ["Author\u2019s holdings: none", "Not financial advice."],
};

type Discord = {
  allowed_mentions: unknown;
  embeds: [
    {
      title: string;
      description: string;
      url: string;
      author: { name: string };
      footer: { text: string };
    },
  ];
};
type Slack = { text: string; blocks: { text?: { text: string }; elements?: { text: string }[] }[] };
type Telegram = { chat_id: string; text: string; parse_mode: string };

const discord = (text: PostText) => channelMessage("discord", text, null).body as Discord;
const slack = (text: PostText) => channelMessage("slack", text, null).body as Slack;
const telegram = (text: PostText) => channelMessage("telegram", text, "@our_channel").body as Telegram;

/** Every text of a message. */
const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values((value ?? {}) as object).flatMap(textsOf);

describe("a post", () => {
  it("is an embed in Discord, which notifies nobody", () => {
    const body = discord(POST);
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds).toEqual([
      {
        author: { name: POST.kicker },
        title: "Pay 158 to 168",
        url: POST.link.url,
        description: `Governments buy in steps.\n\nBuy zone: 158 to 168\nTarget: 190\n\n[${POST.link.label}](${POST.link.url})`,
        footer: { text: "Author\u2019s holdings: none Not financial advice." },
      },
    ]);
  });

  it("is blocks in Slack, with its title for notifications", () => {
    const { text, blocks } = slack(POST);
    expect(text).toBe("Daily brief: Nvidia (NVDA): Pay 158 to 168");
    expect(blocks.map((block) => block.text?.text)).toEqual([
      `Daily brief: Nvidia (NVDA)\n*<${POST.link.url}|Pay 158 to 168>*`,
      `Governments buy in steps.\n\nBuy zone: 158 to 168\nTarget: 190\n\n<${POST.link.url}|${POST.link.label}>`,
      undefined,
    ]);
  });

  it("is HTML in Telegram, for the chat of the channel", () => {
    expect(telegram(POST)).toMatchObject({ chat_id: "@our_channel", parse_mode: "HTML" });
    expect(telegram(POST).text).toContain(
      `<b>Pay 158 to 168</b>\n\nGovernments buy in steps.\n\nBuy zone: 158 to 168\nTarget: 190\n\n<a href="${POST.link.url}">`,
    );
  });

  it.each(ALL_SERVICES)("without a small text has no empty part, which Slack refuses: %s", (service) => {
    const { body } = channelMessage(service, { ...POST, small: [] }, "@our_channel");
    expect(textsOf(body)).not.toContain("");
    expect(JSON.stringify(body)).not.toMatch(/context|footer|<i>/);
  });

  it.each(ALL_SERVICES)("has the same words for staff: %s", (service) => {
    expect(channelMessage(service, POST, null).words).toBe(
      `Daily brief: Nvidia (NVDA)\n\nPay 158 to 168\n\nGovernments buy in steps.\n\nBuy zone: 158 to 168\nTarget: 190\n\nRead it with the chart: ${POST.link.url}\n\nAuthor\u2019s holdings: none Not financial advice.`,
    );
  });
});

describe("a hostile text", () => {
  const HOSTILE = "@everyone <@&1> <!channel> [free](https://evil.test) **bold** & </b>\u202e\u0000\r\n# big";
  const hostile = {
    ...POST,
    kicker: HOSTILE,
    heading: HOSTILE,
    paragraphs: [`${HOSTILE}\n- list\n1. list`],
    small: [HOSTILE],
  };

  it("is no mention, link or heading in Discord", () => {
    const { title, description } = discord(hostile).embeds[0];
    expect(title).toBe(
      "\\@everyone \\<\\@&1\\> \\<!channel\\> \\[free\\]\\(https://evil.test\\) \\*\\*bold\\*\\* & \\</b\\> \\# big",
    );
    expect(description).toContain("\\# big\n\\- list\n\\1. list");
    expect(description.match(/(?<!\\)[[\]]/g)).toEqual(["[", "]"]);
  });

  it("is no mention or link in Slack", () => {
    const texts = textsOf(slack(hostile)).join("\n");
    expect(texts).toContain("&lt;!channel&gt;");
    expect(texts.match(/<[^>]*>/g)?.every((link) => link.startsWith(`<${POST.link.url}|`))).toBe(true);
  });

  it("is no tag in Telegram", () => {
    const tags = telegram(hostile).text.match(/<[^>]*>/g);
    expect(tags).toEqual(["<b>", "</b>", `<a href="${POST.link.url}">`, "</a>", "<i>", "</i>"]);
  });

  it.each([
    ["https://en.test/wiki/Nvidia_(company)#Chips", "https://en.test/wiki/Nvidia_(company)#Chips"],
    ["see https://x.test/@a_b~c, *now*", "see https://x.test/@a_b~c, \\*now\\*"],
    ["https://x.test/[free](https://evil.test)", "https://x.test/\\[free\\]\\(https://evil.test\\)"],
  ])("keeps its bare addresses in Discord, and makes no other link: %s", (typed, written) => {
    expect(discord({ ...POST, heading: typed }).embeds[0].title).toBe(written);
  });

  it("names nobody in Telegram, and keeps its bare addresses", () => {
    const { text } = telegram({ ...POST, heading: "@somebody at https://x.test/@a" });
    expect(text).toContain("<b>@\u2060somebody at https://x.test/@a</b>");
  });

  it.each(ALL_SERVICES)("loses what turns or ends lines: %s", (service) => {
    const { body, words } = channelMessage(service, hostile, null);
    expect(JSON.stringify([body, words])).not.toMatch(/\u202e|\\u0000|\\r/);
  });
});

describe("a long text", () => {
  const long = (letter: string) => ({
    kicker: letter.repeat(5_000),
    heading: `${letter} `.repeat(5_000),
    paragraphs: Array.from({ length: 40 }, (_, nth) => `${nth} ${letter.repeat(200)}`),
    link: POST.link,
    small: [letter.repeat(5_000)],
  });

  it.each(["a", "&", "*", "<", "\u{1f514}", "\ud800"])("fits everywhere, of: %s", (letter) => {
    const { author, title, description, footer } = discord(long(letter)).embeds[0];
    expect(author.name.length).toBeLessThanOrEqual(256);
    expect(title.length).toBeLessThanOrEqual(256);
    expect(description.length).toBeLessThanOrEqual(4096);
    expect([author.name, title, description, footer.text].join("").length).toBeLessThanOrEqual(6000);
    for (const text of textsOf(slack(long(letter)))) expect(text.length).toBeLessThanOrEqual(3000);
    expect(telegram(long(letter)).text.length).toBeLessThanOrEqual(4096);
    for (const text of textsOf([discord(long(letter)), slack(long(letter)), telegram(long(letter))]))
      expect(text.isWellFormed()).toBe(true);
  });

  it("ends with a whole paragraph and leads to the rest", () => {
    const { description } = discord(long("a")).embeds[0];
    expect(description).toMatch(/\n\n\d+ a{200}\n\n\[Continue reading\]\(/);
    expect(channelMessage("slack", long("a"), null).words).toContain(`Continue reading: ${POST.link.url}`);
  });

  it("one of one paragraph ends between words", () => {
    const one = { ...POST, paragraphs: ["word ".repeat(2_000)] };
    expect(discord(one).embeds[0].description).toMatch(/word word\u2026\n\n\[Continue reading\]/);
  });

  it("one whose end needs signs of its own is not cut within one", () => {
    const cut = telegram({ ...POST, paragraphs: ["&".repeat(9_000)] }).text;
    expect(cut.replaceAll(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
  });
});

describe("a secret address", () => {
  it.each(ALL_SERVICES)("one of the service is taken: %s", (service) => {
    expect(addressErrors(service, SECRETS[service], "@our_channel")).toEqual({});
    expect(addressErrors(service, "", "-1001234567890")).toEqual({});
    expect(hintOf(SECRETS[service])).toBe(SECRETS[service].slice(-4));
    expect(new URL(postAddress(service, SECRETS[service])).protocol).toBe("https:");
  });

  it.each(ALL_SERVICES)("in the example of a refusal is taken: %s", (service) => {
    const example = SERVICES[service].wrong.split(" ").at(-1) ?? "";
    expect(addressErrors(service, example, "@our_channel")).toEqual({});
  });

  it.each([
    "discord.com/api",
    "ptb.discord.com/api",
    "canary.discord.com/api",
    "discordapp.com/api/v6",
  ])("of Discord leads to the version that we speak, and waits: %s", (place) => {
    const secret = SECRETS.discord.replace("discord.com/api", place);
    expect(addressErrors("discord", secret, "")).toEqual({});
    expect(postAddress("discord", secret)).toBe(`${SECRETS.discord.replace("/api/", "/api/v10/")}?wait=true`);
  });

  it.each([
    ["discord", SECRETS.discord.replace("https:", "http:")],
    ["discord", SECRETS.discord.replace("discord.com", "discord.com.evil.test")],
    ["discord", SECRETS.discord.replace("discord.com", "evil.test/discord.com")],
    ["discord", SECRETS.discord.replace("discord.com", "discord.com:8080")],
    ["discord", SECRETS.discord.replace("https://", "https://user:password@")],
    ["discord", `${SECRETS.discord}?wait=true`],
    ["discord", `${SECRETS.discord}/../../../users/@me`],
    ["discord", `${SECRETS.discord}\n`],
    ["discord", SECRETS.slack],
    ["slack", SECRETS.slack.replace("hooks.slack.com", "slack.com")],
    ["slack", "https://hooks.slack.com/services/../../admin"],
    ["telegram", "1234567890:abc/../../evil"],
    ["telegram", "https://api.telegram.org/bot1:x/sendMessage"],
  ] as const)("of another place is refused: %s %j", (service, secret) => {
    expect(addressErrors(service, secret, "@our_channel")).toEqual({ secret: SERVICES[service].wrong });
  });

  it.each([
    "",
    "our channel",
    "@a",
    "@our_channel?",
    "12e3",
  ])("needs a chat in Telegram: %j is none", (chat) => {
    expect(Object.keys(addressErrors("telegram", SECRETS.telegram, chat))).toEqual(["chatId"]);
    expect(addressErrors("slack", SECRETS.slack, chat)).toEqual({});
  });
});

it.each([
  [1, undefined, 30],
  [2, undefined, 120],
  [9, undefined, 1800],
  [1, 90, 90],
  [1, 0.4, 1],
  [1, 0, 1],
  [1, 86_400, 3600],
])("after attempt %i and Retry-After %s the next one is in %i seconds", (attempts, asked, seconds) => {
  expect(waitSeconds(attempts, asked)).toBe(seconds);
});
