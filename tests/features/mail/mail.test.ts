import { readFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { spec } from "tests/support/spec";
import { expect, test } from "vitest";
import { batchMail } from "~/features/accounts/batches/batch-mail";
import {
  creditNoteMail,
  declinedMail,
  giftMail,
  pendingMail,
  receiptMail,
  returnedMail,
  rewardMail,
  unwantedMail,
} from "~/features/billing/payments/purchase-mails";
import {
  accessGivenMail,
  accessRestoredMail,
  addressAskedMail,
  addressLinkMail,
  addressTakenMail,
  alreadyRegisteredMail,
  deletionMail,
  expiryMail,
  importedMail,
  ledgerChangedMail,
  newAddressMail,
  newDeviceMail,
  oldAddressMail,
  passkeyMail,
  passwordChangedMail,
  resetMail,
  signInLinkMail,
  verificationMail,
  welcomeMail,
} from "~/features/mail/mail-templates";
import { CODE_SLOT, renderMail, TOKEN_SLOT, withSecrets } from "~/features/mail/render-mail";
import { invitationMail, type TwoStepEvent, twoStepMail } from "~/features/mail/staff-mails";
import { mentionMail } from "~/features/reviews/review-mail";
import { copyNotPublishedMail } from "~/features/scheduling/copy-mail";
import { priceAlertMail } from "~/features/watchlist/price-alerts/price-alert-mail";
import { webhookDisabledMail } from "~/features/webhooks/webhook-mails";
import { Wordmark } from "~/ui/logo";

const SENDER = { siteName: "Openbell", publicUrl: "https://www.example.com" };
const AT = new Date("2026-07-16T13:40:00Z");
const HOSTILE = `<img src=x onerror=alert(1)>"&'`;

/** Every email, with this text in each place where somebody can type one. */
const emailsWith = (typed: string) => [
  verificationMail("Openbell"),
  alreadyRegisteredMail("Openbell"),
  resetMail("Openbell"),
  signInLinkMail("Openbell", false),
  passkeyMail("Openbell", { name: typed, change: "added", at: AT, path: "/dashboard/passkeys" }, "UTC"),
  passwordChangedMail("Openbell", AT, "UTC", "kept"),
  addressLinkMail("Openbell"),
  addressAskedMail("Openbell", AT, "UTC"),
  addressTakenMail("Openbell"),
  oldAddressMail("Openbell", AT, "UTC"),
  newAddressMail("Openbell"),
  newDeviceMail(
    "Openbell",
    { name: typed, ip: typed, at: AT, devices: "/dashboard/devices", reset: "set a new password." },
    "UTC",
  ),
  accessGivenMail("Openbell", { firstname: typed, tier: "Private", until: AT }, "UTC"),
  importedMail("Openbell"),
  accessRestoredMail("Openbell", { name: typed, tier: "Premium", until: AT }, "UTC"),
  welcomeMail("Openbell", typed),
  receiptMail(
    "Openbell",
    {
      paymentId: "1",
      firstname: typed,
      packageName: typed,
      amount: "29.00",
      currency: "USD",
      paymentMethod: "PayPal",
      paidAt: AT,
      days: 30,
      bonusDays: 30,
      accessUntil: AT,
      receiptNumber: 12,
      creditNoteNumber: null,
      isGift: true,
      vat: { name: typed, rate: "20.00" },
    },
    "UTC",
  ),
  creditNoteMail(
    "Openbell",
    {
      paymentId: "1",
      firstname: typed,
      packageName: typed,
      amount: "29.00",
      currency: "USD",
      paymentMethod: "PayPal",
      paidAt: AT,
      days: 30,
      bonusDays: 0,
      accessUntil: AT,
      receiptNumber: 12,
      creditNoteNumber: 3,
      refundedAt: AT,
      isGift: false,
    },
    "UTC",
  ),
  giftMail(
    "Openbell",
    { senderName: typed, message: typed, packageName: typed, days: 30, expiresAt: AT },
    "UTC",
  ),
  ...[pendingMail, declinedMail, returnedMail, unwantedMail].map((mail) =>
    mail("Openbell", {
      ...{ firstname: typed, packageName: typed, amount: "29.00", currency: "USD" },
      paymentMethod: "PayPal",
    }),
  ),
  rewardMail(
    "Openbell",
    { firstname: typed, friend: typed, days: 30, tier: "Private", accessUntil: AT },
    "UTC",
  ),
  expiryMail(
    "Openbell",
    { firstname: typed, tier: "Premium", expiresAt: AT, daysLeft: 7, isTrial: false, forSale: true },
    "UTC",
  ),
  deletionMail("Openbell", AT, "UTC"),
  priceAlertMail("Openbell", {
    firstname: typed,
    stopPath: "/unsubscribe/price-alerts/token",
    fired: Array.from({ length: 26 }, () => ({
      ...{ kind: "moves" as const, level: "5", price: "191.2", moved: "-5.2", day: "2026-07-16" },
      company: { symbol: "NVDA", name: typed, currency: "USD" },
    })),
  }),
  ledgerChangedMail("Openbell", {
    seq: 12,
    problems: Array.from({ length: 25 }, () => typed),
    logHead: undefined,
  }),
];
/** Addresses in it stay live: staff wrote it. */
const MESSAGE = batchMail("Openbell", {
  subject: HOSTILE,
  body: `${HOSTILE}\nRead https://shop.example/a, or write to help@shop.example.`,
  endPath: "/unsubscribe/messages/token",
});
const EMAILS = [...emailsWith(HOSTILE), MESSAGE];

const TRIAL_EMAIL = expiryMail(
  "Openbell",
  { firstname: HOSTILE, tier: "Premium", expiresAt: AT, daysLeft: 1, isTrial: true, forSale: true },
  "UTC",
);

const TWO_STEP: TwoStepEvent[] = [
  { kind: "on" },
  { kind: "off" },
  { kind: "codes" },
  { kind: "recovery", codesLeft: 1 },
  { kind: "reset", by: HOSTILE },
  { kind: "reset" },
];
const staffEmailsWith = (typed: string) => [
  ...TWO_STEP.map((event) => twoStepMail("Openbell", event, AT, "UTC")),
  twoStepMail("Openbell", { kind: "reset", by: typed }, AT, "UTC"),
  webhookDisabledMail("Openbell", { id: "1", name: typed, host: typed, reason: typed, at: AT }, "UTC"),
  copyNotPublishedMail("Openbell", { kind: "news", recordId: "1", singular: "news item", reason: typed }),
  mentionMail("Openbell", { by: typed, singular: "news item", path: "/admin/news/1/review" }),
  invitationMail("Openbell", { fullname: typed, role: "admin", by: typed, hours: 72 }),
];
const STAFF_EMAILS = staffEmailsWith(HOSTILE);

test.each([
  ...EMAILS,
  TRIAL_EMAIL,
  ...STAFF_EMAILS,
])("$template links only to our own address, has all its words as text, and no scripts", (email) => {
  const { html, text, subject } = renderMail(email, SENDER);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? "");
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^https:\/\/www\.example\.com(\/|$)/);
  // One image with the same address for everybody, so loading it tracks nobody.
  expect([...html.matchAll(/<img[^>]*? src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    "https://www.example.com/wordmark.png",
  ]);
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).not.toContain("<script");
  for (const words of email.paragraphs) expect(text).toContain(words);
  if (email.action) expect(text).toContain(`https://www.example.com${email.action.path}`);
  expect(subject).toBe(email.subject);
});

test("only emails about a payment or a price contain amounts", async () => {
  const rooms = [
    await import("~/features/mail/mail-templates"),
    await import("~/features/billing/payments/purchase-mails"),
    await import("~/features/watchlist/price-alerts/price-alert-mail"),
    await import("~/features/accounts/batches/batch-mail"),
  ];
  const templates = rooms.flatMap((room) => Object.keys(room));
  expect(templates.filter((name) => name.endsWith("Mail"))).toHaveLength(EMAILS.length);
  const amountsByTemplate = [...EMAILS, TRIAL_EMAIL, ...STAFF_EMAILS].map((email) => {
    const { html, text } = renderMail(email, SENDER);
    const words = html.replace(/<style.*?<\/style>|<[^>]*>/gs, " ") + text;
    return [email.template, [...new Set(words.match(/\d[\d,]*\.\d\d\b/g))]];
  });
  expect(amountsByTemplate.filter(([, amounts]) => amounts?.length)).toEqual([
    ["receipt", ["29.00", "24.17", "4.83"]],
    ["credit-note", ["29.00"]],
    ...["payment-pending", "payment-declined", "payment-returned", "payment-unwanted"].map((template) => [
      template,
      ["29.00"],
    ]),
    ["price-alert", ["191.20"]],
  ]);
});

test("a message by staff keeps its addresses, and its link to stop is on a line of its own", () => {
  const { text } = renderMail(MESSAGE, SENDER);
  expect(text).toContain("Read https://shop.example/a, or write to help@shop.example.");
  expect(text.split("\n")).toContain("https://www.example.com/unsubscribe/messages/token");
});

/** Text that email programs turn into a link. */
const LIVE = /(?:https?|ftp):\/\/|www\.\p{L}|\S@[\p{L}\d]|[\p{L}\d][.。．｡][\p{L}\d-]*\p{L}/iu;

test.each([
  "https://evil.example/claim?x=1",
  "HTTP://EVIL.EXAMPLE",
  "evil.xyz/claim",
  "www.evil.com",
  "sign in at evil.co.uk, now",
  "help@evil.com",
  "mailto:help@evil.com",
  "http://203.0.113.9/claim",
  "https://www.example.com.evil.com/claim",
  "https://www.example.com@evil.com/claim",
  "Openbell.evil.com",
  "evil。com",
  "xn--80ak6aa92e.com",
])("typed text becomes no live address in an email: %s", (typed) => {
  expect(typed).toMatch(LIVE);
  for (const email of [...emailsWith(typed), ...staffEmailsWith(typed)]) {
    const { html, text, subject } = renderMail(email, SENDER);
    const words = html.replace(/<style.*?<\/style>|<[^>]*>/gs, " ");
    // Our own address may be a link, even when somebody quotes it.
    for (const part of [words, text, subject])
      expect(part.replaceAll(SENDER.publicUrl, "\n").match(LIVE), `${email.template}: ${part}`).toBeNull();
    expect(text.replaceAll("\u2060", "")).toContain(email.paragraphs[0]);
  }
});

test("our own address and name and figures stay unchanged", () => {
  const site = { siteName: "Openbell.com", publicUrl: SENDER.publicUrl };
  const words = [
    "Read it at https://www.example.com/plans, at Openbell.com.",
    "From 1.50 to 29.00, 3.5% more.",
  ];
  const { text, html } = renderMail({ ...verificationMail("Openbell.com"), paragraphs: words }, site);
  for (const line of words) {
    expect(text).toContain(line);
    expect(html).toContain(line);
  }
});

test("a receipt's subject has the amount", () => {
  const receipts = EMAILS.filter(({ template }) => template === "receipt");
  expect(receipts.map(({ subject }) => subject)).toEqual(["Your receipt from Openbell: $29.00"]);
});

test("a reward email says whose days they are if a membership has no end", () => {
  const facts = { firstname: "Ann", friend: "Bob B.", days: 30, tier: "Private" };
  const [endless, ending] = [null, AT].map((accessUntil) =>
    rewardMail("Openbell", { ...facts, accessUntil }, "UTC"),
  );
  expect([ending?.subject, ending?.heading]).toEqual([
    "Your invitation earned you 30 days of membership",
    "30 days for your invitation",
  ]);
  expect([endless?.subject, endless?.heading]).toEqual([
    "Your invitation earned your friend 30 days of membership",
    "30 days for your friend",
  ]);
});

test("the token replaces every placeholder", () => {
  const { html, text } = renderMail(verificationMail("Openbell"), SENDER);
  expect(html).toContain(TOKEN_SLOT);
  const secrets = { token: "abc", code: "" };
  expect(withSecrets(html, secrets)).toContain('href="https://www.example.com/verify-email/abc"');
  expect(withSecrets(text, secrets)).toContain("https://www.example.com/verify-email/abc\n");
  expect(withSecrets(html + text, secrets)).not.toContain(TOKEN_SLOT);
});

test("the code replaces its placeholder in both formats of a sign-in email", () => {
  const { html, text } = renderMail(signInLinkMail("Openbell", true), SENDER);
  for (const part of [html, text]) {
    expect(part).toContain(CODE_SLOT);
    expect(withSecrets(part, { token: "abc", code: "7k2m-9qxd" })).toContain("7k2m-9qxd");
  }
});

test("the sender is our wordmark with its name as alternative text, or another name as text", () => {
  const mail = verificationMail("Tidewater");
  expect(renderMail(mail, SENDER).html).toMatch(/<img[^>]*wordmark\.png"[^>]* alt="Openbell"/);
  const { html } = renderMail(mail, { ...SENDER, siteName: "Tide & Water" });
  expect(html).not.toContain("<img");
  expect(html).toContain("Tide &amp; Water</span>");
});

test("pages and emails use the same wordmark", spec("beyond one wordmark mails light"), async () => {
  const file = await readFile(new URL("../../../public/wordmark.svg", import.meta.url), "utf8");
  const page = renderToStaticMarkup(createElement(Wordmark, { siteName: "Openbell" }));
  const paths = [...page.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
  expect(paths.length).toBe(3);
  for (const path of paths) expect(file).toContain(`d="${path}"`);
});

test("an email is dark in a dark email program", spec("beyond one wordmark mails light"), () => {
  const { html } = renderMail(verificationMail("Openbell"), SENDER);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const dark = /prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? "";
  const styled = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
  for (const name of ["m-page", "m-sheet", "m-ink", "m-muted", "m-link", "m-line", "m-button"]) {
    expect(dark).toContain(`.${name} {`);
    expect(styled).toContain(name);
  }
});

test("only an owner's dark logo gets a light plate in dark emails", () => {
  const look = { brand: ["#0a7443", "#0a7443"], link: ["#0a7443", "#0a7443"] } as const;
  const logo = { path: "/brand/1.png", width: 136, height: 34 };
  const senderHtml = (more: object) => renderMail(verificationMail("Openbell"), { ...SENDER, ...more }).html;
  const drawn = senderHtml({});
  expect(drawn).toContain(
    '<source media="(prefers-color-scheme: dark)" srcset="https://www.example.com/wordmark-dark.png">',
  );
  expect(drawn).not.toContain('m-plate"');
  expect(senderHtml({ look: { ...look, logo: { ...logo, tone: "dark" } } })).toContain(
    'class="m-logo m-plate"',
  );
  expect(senderHtml({ look: { ...look, logo: { ...logo, tone: "light" } } })).not.toContain('m-plate"');
});

test("the dark wordmark is the light one with light letters", async () => {
  const pixels = async (name: string) => {
    const file = await readFile(new URL(`../../../public/${name}`, import.meta.url));
    return sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  };
  const [light, dark] = [await pixels("wordmark.png"), await pixels("wordmark-dark.png")];
  expect([dark.info.width, dark.info.height]).toEqual([light.info.width, light.info.height]);
  let [letters, differing] = [0, 0];
  for (let at = 0; at < dark.data.length; at += 4) {
    if (Math.abs((dark.data[at + 3] ?? 0) - (light.data[at + 3] ?? 0)) > 64) differing += 1;
    if ((light.data[at + 3] ?? 0) < 250 || (light.data[at] ?? 0) > 100) continue;
    letters += 1;
    expect(Math.min(...dark.data.subarray(at, at + 3))).toBeGreaterThan(200);
  }
  expect(letters).toBeGreaterThan(1000);
  expect(differing).toBeLessThan(20);
});

test("a subject has one line", () => {
  const { subject } = renderMail({ ...verificationMail("x"), subject: "a\r\nBcc: b\u0000c" }, SENDER);
  expect(subject).toBe("a Bcc: b c");
});

test("a reminder offers no days if nothing is for sale", () => {
  for (const isTrial of [true, false]) {
    const ends = { firstname: "Ann", tier: "Premium", expiresAt: AT, daysLeft: 7, isTrial };
    const sold = renderMail(expiryMail("Openbell", { ...ends, forSale: true }, "UTC"), SENDER).text;
    const unsold = renderMail(expiryMail("Openbell", { ...ends, forSale: false }, "UTC"), SENDER).text;
    expect(sold).toMatch(/Days you (buy|add) now start after that date/);
    expect(sold).toContain("Add days:");
    expect(unsold).toContain("automatically.");
    expect(unsold).not.toMatch(/Days you|Add days/);
  }
});

test("an email about the track record names the newest entry of the log, if there is one", () => {
  const logHead = { seq: 1234, hash: "ab".repeat(32) };
  const { html, text } = renderMail({ ...verificationMail("Openbell"), logHead }, SENDER);
  const line = `Record of calls: entry 1,234, head ${logHead.hash}`;
  expect(text.endsWith(`\n${line}\nhttps://www.example.com/track-record/verify`)).toBe(true);
  expect(html).toContain(`>${line}</a>`);
  expect(html).toContain('href="https://www.example.com/track-record/verify"');
  expect(renderMail(verificationMail("Openbell"), SENDER).text).not.toContain("Record of calls");
});
