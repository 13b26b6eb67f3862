import { readFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { spec } from "tests/support/spec";
import { expect, test } from "vitest";
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
  passwordChangedMail,
  resetMail,
  verificationMail,
  welcomeMail,
} from "~/features/mail/mail-templates";
import {
  creditNoteMail,
  declinedMail,
  giftMail,
  pendingMail,
  receiptMail,
  returnedMail,
  rewardMail,
  unwantedMail,
} from "~/features/mail/purchase-mails";
import { renderMail, TOKEN_SLOT, withToken } from "~/features/mail/render-mail";
import { invitationMail, type TwoStepEvent, twoStepMail } from "~/features/mail/staff-mails";
import { Wordmark } from "~/ui/logo";

const SENDER = { siteName: "Openbell", publicUrl: "https://www.example.com" };
const AT = new Date("2026-07-16T13:40:00Z");
const HOSTILE = `<img src=x onerror=alert(1)>"&'`;

const LETTERS = [
  verificationMail("Openbell"),
  alreadyRegisteredMail("Openbell"),
  resetMail("Openbell"),
  passwordChangedMail("Openbell", AT, "UTC"),
  addressLinkMail("Openbell"),
  addressAskedMail("Openbell", AT, "UTC"),
  addressTakenMail("Openbell"),
  oldAddressMail("Openbell", AT, "UTC"),
  newAddressMail("Openbell"),
  newDeviceMail(
    "Openbell",
    { name: HOSTILE, ip: HOSTILE, at: AT, devices: "/dashboard/devices", reset: "set a new password." },
    "UTC",
  ),
  accessGivenMail("Openbell", { firstname: HOSTILE, tier: "Private", until: AT }, "UTC"),
  importedMail("Openbell"),
  accessRestoredMail("Openbell", { name: HOSTILE, tier: "Premium", until: AT }, "UTC"),
  welcomeMail("Openbell", HOSTILE),
  receiptMail(
    "Openbell",
    {
      paymentId: "1",
      firstname: HOSTILE,
      packageName: HOSTILE,
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
      vat: { name: HOSTILE, rate: "20.00" },
    },
    "UTC",
  ),
  creditNoteMail(
    "Openbell",
    {
      paymentId: "1",
      firstname: HOSTILE,
      packageName: HOSTILE,
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
    { senderName: HOSTILE, message: HOSTILE, packageName: HOSTILE, days: 30, expiresAt: AT },
    "UTC",
  ),
  ...[pendingMail, declinedMail, returnedMail, unwantedMail].map((mail) =>
    mail("Openbell", {
      ...{ firstname: HOSTILE, packageName: HOSTILE, amount: "29.00", currency: "USD" },
      paymentMethod: "PayPal",
    }),
  ),
  rewardMail(
    "Openbell",
    { firstname: HOSTILE, friend: HOSTILE, days: 30, tier: "Private", accessUntil: AT },
    "UTC",
  ),
  expiryMail(
    "Openbell",
    { firstname: HOSTILE, tier: "Premium", expiresAt: AT, daysLeft: 7, isTrial: false },
    "UTC",
  ),
  deletionMail("Openbell", AT, "UTC"),
  ledgerChangedMail("Openbell", { seq: 12, problems: Array.from({ length: 25 }, () => HOSTILE) }),
];

const OF_A_TRIAL = expiryMail(
  "Openbell",
  { firstname: HOSTILE, tier: "Premium", expiresAt: AT, daysLeft: 1, isTrial: true },
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
const STAFF_LETTERS = [
  ...TWO_STEP.map((event) => twoStepMail("Openbell", event, AT, "UTC")),
  invitationMail("Openbell", { fullname: HOSTILE, role: "admin", by: HOSTILE, hours: 72 }),
];

test.each([
  ...LETTERS,
  OF_A_TRIAL,
  ...STAFF_LETTERS,
])("$template leads to our own address only, says all of it as text, and runs nothing", (letter) => {
  const { html, text, subject } = renderMail(letter, SENDER);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? "");
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^https:\/\/www\.example\.com(\/|$)/);
  // One picture, the same address for everybody: who loads it tells nothing of who reads what.
  expect([...html.matchAll(/<img[^>]*? src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    "https://www.example.com/wordmark.png",
  ]);
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).not.toContain("<script");
  for (const words of letter.paragraphs) expect(text).toContain(words);
  if (letter.action) expect(text).toContain(`https://www.example.com${letter.action.path}`);
  expect(subject).toBe(letter.subject);
});

test("no letter says what anything costs, but those about a payment say what was paid or given back", async () => {
  const rooms = [
    await import("~/features/mail/mail-templates"),
    await import("~/features/mail/purchase-mails"),
  ];
  const templates = rooms.flatMap((room) => Object.keys(room));
  expect(templates.filter((name) => name.endsWith("Mail"))).toHaveLength(LETTERS.length);
  const saying = [...LETTERS, OF_A_TRIAL, ...STAFF_LETTERS].map((letter) => {
    const { html, text } = renderMail(letter, SENDER);
    const words = html.replace(/<style.*?<\/style>|<[^>]*>/gs, " ") + text;
    return [letter.template, [...new Set(words.match(/\d[\d,]*\.\d\d\b/g))]];
  });
  expect(saying.filter(([, amounts]) => amounts?.length)).toEqual([
    ["receipt", ["29.00", "24.17", "4.83"]],
    ["credit-note", ["29.00"]],
    ...["payment-pending", "payment-declined", "payment-returned", "payment-unwanted"].map((template) => [
      template,
      ["29.00"],
    ]),
  ]);
});

test("a reward says whose days they are: a membership without an end got none", () => {
  const facts = { firstname: "Ann", friend: "Bob B.", days: 30, tier: "Private" };
  const [endless, ending] = [null, AT].map((accessUntil) =>
    rewardMail("Openbell", { ...facts, accessUntil }, "UTC"),
  );
  expect([ending?.subject, ending?.heading]).toEqual([
    "Your invitation brought you 30 days of membership",
    "30 days for your invitation",
  ]);
  expect([endless?.subject, endless?.heading]).toEqual([
    "Your invitation brought your friend 30 days of membership",
    "30 days for your friend",
  ]);
});

test("the token is put in wherever the mark stands", () => {
  const { html, text } = renderMail(verificationMail("Openbell"), SENDER);
  expect(html).toContain(TOKEN_SLOT);
  expect(withToken(html, "abc")).toContain('href="https://www.example.com/verify-email/abc"');
  expect(withToken(text, "abc")).toContain("https://www.example.com/verify-email/abc\n");
  expect(withToken(html + text, "abc")).not.toContain(TOKEN_SLOT);
});

test("the sender is the drawn wordmark with its name as text, or any other name in letters", () => {
  const mail = verificationMail("Tidewater");
  expect(renderMail(mail, SENDER).html).toMatch(/<img[^>]*wordmark\.png"[^>]* alt="Openbell"/);
  const { html } = renderMail(mail, { ...SENDER, siteName: "Tide & Water" });
  expect(html).not.toContain("<img");
  expect(html).toContain("Tide &amp; Water</span>");
});

test(
  "there is one wordmark: pages draw what mails load",
  spec("beyond one wordmark mails light"),
  async () => {
    const file = await readFile(new URL("../../../public/wordmark.svg", import.meta.url), "utf8");
    const page = renderToStaticMarkup(createElement(Wordmark, { siteName: "Openbell" }));
    const paths = [...page.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
    expect(paths.length).toBe(3);
    for (const path of paths) expect(file).toContain(`d="${path}"`);
  },
);

test("the same mail is dark where its reader's program is", spec("beyond one wordmark mails light"), () => {
  const { html } = renderMail(verificationMail("Openbell"), SENDER);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const dark = /prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? "";
  const styled = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
  for (const name of ["m-page", "m-sheet", "m-ink", "m-muted", "m-link", "m-line", "m-button"]) {
    expect(dark).toContain(`.${name} {`);
    expect(styled).toContain(name);
  }
});

test("a subject is one line", () => {
  const { subject } = renderMail({ ...verificationMail("x"), subject: "a\r\nBcc: b\u0000c" }, SENDER);
  expect(subject).toBe("a Bcc: b c");
});

test("each mail takes the newest entry of the log of calls along, where there is one", () => {
  const logHead = { seq: 1234, hash: "ab".repeat(32) };
  const { html, text } = renderMail(verificationMail("Openbell"), { ...SENDER, logHead });
  const line = `Record of calls: entry 1,234, head ${logHead.hash}`;
  expect(text.endsWith(`\n${line}\nhttps://www.example.com/track-record/verify`)).toBe(true);
  expect(html).toContain(`>${line}</a>`);
  expect(html).toContain('href="https://www.example.com/track-record/verify"');
  expect(renderMail(verificationMail("Openbell"), SENDER).text).not.toContain("Record of calls");
});
