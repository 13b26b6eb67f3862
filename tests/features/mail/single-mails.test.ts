import { mailMarkupErrors } from "tests/support/markup";
import { addressesOf, readMail } from "tests/support/parsed-mail";
import { type SmtpSink, startSmtpSink } from "tests/support/smtp-sink";
import { afterEach, beforeEach, expect, it } from "vitest";
import { receiptMail } from "~/features/billing/payments/purchase-mails";
import { welcomeMail } from "~/features/mail/mail-templates";
import { renderMail } from "~/features/mail/render-mail";
import { openTransport } from "~/features/mail/transport.server";
import { priceAlertMail } from "~/features/watchlist/price-alerts/price-alert-mail";
import { readConfig, setConfig } from "~/platform/config.server";

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };
const HOSTILE = `Größe <img src=x> "&' 日本語 😀 עברית =01\r\nBcc: eve@evil.test`;
const AT = new Date("2026-07-16T13:40:00Z");

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    PUBLIC_URL: SITE.publicUrl,
    SMTP_URL: sink.url,
    MAIL_FROM: "Die Glocke, “desk” <desk@site.test>",
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
});
afterEach(() => sink.stop());

const PURCHASE = {
  ...{ paymentId: "1", firstname: HOSTILE, packageName: HOSTILE, amount: "29.00", currency: "USD" },
  ...{ paymentMethod: "PayPal", paidAt: AT, days: 30, bonusDays: 0, accessUntil: AT, isGift: false },
  ...{ receiptNumber: 12, creditNoteNumber: null, vat: { name: HOSTILE, rate: "20.00" } },
};
const FIRED = {
  firstname: HOSTILE,
  fired: [
    {
      ...{ kind: "moves" as const, level: "5", price: "191.2", moved: "-5.2", day: "2026-07-16" },
      company: { symbol: "NVDA", name: HOSTILE, currency: "USD" },
    },
  ],
  stopPath: "/stop",
};

it.each([
  welcomeMail(HOSTILE, HOSTILE),
  receiptMail(HOSTILE, PURCHASE, "UTC"),
  priceAlertMail(HOSTILE, FIRED),
])("the email $template is sound HTML, and is read as it was written", async (content) => {
  const { subject, html, text } = renderMail(content, SITE);
  expect(await mailMarkupErrors(html)).toEqual([]);
  const transport = openTransport();
  try {
    await transport.send({ id: "6f9619ff", to: "ada@readers.test", subject, html, text });
  } finally {
    transport.close();
  }
  const mail = await readMail(sink.received[0]?.data ?? "");
  expect(mail.subject).toBe(subject);
  expect(addressesOf(mail.from)).toEqual(["Die Glocke, “desk” <desk@site.test>"]);
  expect(addressesOf(mail.to)).toEqual(["ada@readers.test"]);
  expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []]);
  expect(mail.messageId).toBe("<6f9619ff@site.test>");
  expect(mail.line("auto-submitted")).toBe("Auto-Submitted: auto-generated");
  const lines = (part: string) => part.replaceAll("\r\n", "\n");
  expect([mail.html, mail.text]).toEqual([lines(html), lines(text)]);
});
