import { dkimTestKey, verifyDkim } from "tests/support/dkim";
import { type SmtpSink, startSmtpSink } from "tests/support/smtp-sink";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dkimKey } from "~/features/mail/dkim.server";
import { openTransport } from "~/features/mail/transport.server";
import { composeMessage } from "~/features/newsletters/edition-message.server";
import { openEditionTransport } from "~/features/newsletters/edition-transport.server";
import { readConfig, setConfig } from "~/platform/config.server";

const KEY = dkimTestKey();

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.stop());

function configure(more: Record<string, string> = {}): void {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    PUBLIC_URL: "https://site.test",
    SMTP_URL: sink.url,
    DKIM_SELECTOR: "bell1",
    DKIM_PRIVATE_KEY: KEY.setting,
    ...more,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
}

async function sendSingle(from?: { name: string; address: string }): Promise<string> {
  const transport = openTransport();
  try {
    await transport.send({
      id: "1",
      to: "ada@demo.test",
      from,
      subject: "Hi",
      html: "<p>Hi</p>",
      text: "Hi",
    });
  } finally {
    transport.close();
  }
  return sink.received[0]?.data ?? "";
}

const UNSUBSCRIBE = "https://site.test/unsubscribe/news/token";

async function sendEdition(
  from: string | { name: string; address: string } = "desk@site.test",
): Promise<{ outcome: string; message: string }> {
  const transport = openEditionTransport();
  try {
    const { messageTo } = await composeMessage(
      { subject: "Äther: up 5 %", html: `<p>${"A long line. ".repeat(40)}</p>`, text: ".A line\n\n..\n\n\n" },
      { from, domain: "site.test", list: "news", unsubscribe: UNSUBSCRIBE },
    );
    const raw = messageTo({ id: "1", to: "ada@demo.test", token: "t".repeat(36) });
    const { outcome } = await transport.send({ from: "desk@site.test", to: "ada@demo.test", raw });
    return { outcome, message: sink.received[0]?.data ?? "" };
  } finally {
    transport.close();
  }
}

it("a single email is signed for the domain of its sender", async () => {
  configure({ MAIL_FROM: "The Bell <desk@Mail.Site.test>" });
  const { tags, isIntact } = verifyDkim(await sendSingle(), KEY.publicKey);
  expect(isIntact).toBe(true);
  expect(tags).toMatchObject({ d: "mail.site.test", s: "bell1", a: "rsa-sha256" });
});

it("a single email with a sender of its own is signed for that domain", async () => {
  configure({ MAIL_FROM: "The Bell <desk@site.test>" });
  const message = await sendSingle({ name: "Letters, weekly", address: "desk@Letters.example" });
  expect(message).toContain('From: "Letters, weekly" <desk@letters.example>');
  const { tags, isIntact } = verifyDkim(message, KEY.publicKey);
  expect([tags.d, isIntact]).toEqual(["letters.example", true]);
});

it("an edition is signed for the domain of its newsletter's sender", async () => {
  configure();
  const { message } = await sendEdition({
    name: "Büro, \u201cdesk\u201d of letters that has a long name",
    address: "desk@letters.example",
  });
  const { tags, isIntact } = verifyDkim(message, KEY.publicKey);
  expect([tags.d, isIntact]).toEqual(["letters.example", true]);
});

it("without MAIL_FROM emails are signed for the site's host", async () => {
  configure();
  expect(verifyDkim(await sendSingle(), KEY.publicKey).tags.d).toBe("site.test");
});

it("an edition's email is signed with both headers of the link to unsubscribe", async () => {
  configure();
  const { outcome, message } = await sendEdition();
  expect(outcome).toBe("sent");
  const { tags, isIntact } = verifyDkim(message, KEY.publicKey);
  expect(isIntact).toBe(true);
  const signed = String(tags.h).split(":");
  for (const name of ["from", "to", "subject", "list-unsubscribe", "list-unsubscribe-post"])
    expect(signed).toContain(name);
});

it("a changed link, subject or text breaks the signature", async () => {
  configure();
  const { message } = await sendEdition();
  for (const [from, to] of [
    [UNSUBSCRIBE, "https://evil.test"],
    ["Subject:", "Subject: Other"],
    ["A long line", "Another line"],
  ] as const)
    expect(verifyDkim(message.replace(from, to), KEY.publicKey).isIntact).toBe(false);
});

it("an edition's email that the server never read is still known as not taken", async () => {
  configure();
  await sink.stop();
  expect((await sendEdition()).outcome).toBe("not taken");
});

it("without a key nothing is signed", async () => {
  configure({ DKIM_SELECTOR: "", DKIM_PRIVATE_KEY: "" });
  expect(dkimKey()).toBeUndefined();
  expect(await sendSingle()).not.toContain("DKIM-Signature");
  expect((await sendEdition()).message).not.toContain("DKIM-Signature");
});

it("the key for DNS is the public half of the private key", () => {
  configure();
  expect(dkimKey()).toEqual({ selector: "bell1", publicKey: KEY.publicKey });
});
