import { expect, it } from "vitest";
import { TOKEN_SLOT } from "~/features/mail/render-mail";
import { composeMessage } from "~/features/newsletters/edition-message.server";

const TOKEN = "aB3-".repeat(9);
const LINK = `https://site.test/unsubscribe/briefs/${TOKEN_SLOT}`;
const ENVELOPE = {
  from: { name: "Openbell", address: "no-reply@site.test" },
  domain: "site.test",
  list: "briefs",
  unsubscribe: LINK,
};
const RECIPIENT = { id: "6f9619ff-8b86-4011-b42d-00c04fc964ff", to: "ada@demo.test", token: TOKEN };

const compose = async (html: string, text = html, subject = "Nvidia: pay 158 to 168") =>
  composeMessage({ subject, html, text }, ENVELOPE);

const [headOf, bodyOf] = [0, 1].map((part) => (message: string) => {
  const at = message.indexOf("\r\n\r\n");
  return part === 0 ? message.slice(0, at) : message.slice(at);
}) as [(message: string) => string, (message: string) => string];

/** Quoted-printable, decoded (RFC 2045, 6.7). */
const decoded = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

it("an edition's message names one reader and how to unsubscribe, in unfolded headers", async () => {
  const head = headOf((await compose("<p>Text</p>")).messageTo(RECIPIENT));
  expect(head).toContain("\r\nTo: ada@demo.test\r\n");
  expect(head).toContain(`Message-ID: <${RECIPIENT.id}@site.test>`);
  expect(head).toContain(`\r\nList-Unsubscribe: <https://site.test/unsubscribe/briefs/${TOKEN}>\r\n`);
  expect(head).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(head).toMatch(/^List-ID: <briefs\.site\.test>\r$/m);
});

it.each(
  Array.from({ length: 80 }, (_, before) => before),
)("a link to unsubscribe is whole after %i letters, and no line of the message is too long", async (before) => {
  const html = `<p>${"x".repeat(before)} <a href="${LINK}">Unsubscribe</a> €</p>`;
  const message = (await compose(html)).messageTo(RECIPIENT);
  expect(decoded(bodyOf(message))).toContain(html.replace(TOKEN_SLOT, TOKEN));
  for (const line of bodyOf(message).split("\r\n")) expect(line.length).toBeLessThanOrEqual(76);
});

it("the envelope has the sender's bare address, also if the sender is set as one line", async () => {
  expect((await compose("<p>Text</p>")).from).toBe("no-reply@site.test");
  const set = { ...ENVELOPE, from: "Openbell <desk@site.test>" };
  const { from } = await composeMessage({ subject: "A", html: "B", text: "C" }, set);
  expect(from).toBe("desk@site.test");
});

it("an address with signs of a replacement pattern is written as it is", async () => {
  const message = (await compose("<p>Text</p>")).messageTo({ ...RECIPIENT, to: "a$&$1@demo.test" });
  expect(message).toContain("To: a$&$1@demo.test\r\n");
});

it("a text with the sign of a slot keeps its other words and gets no token", async () => {
  const message = (await compose("<p>one\u0001two</p>")).messageTo(RECIPIENT);
  expect(decoded(bodyOf(message))).toContain("<p>onetwo</p>");
  expect(bodyOf(message)).not.toContain(TOKEN);
});

it("a subject with line breaks adds no header", async () => {
  const head = headOf((await compose("<p>Text</p>", "Text", "A\r\nBcc: eve@demo.test")).messageTo(RECIPIENT));
  expect(head).not.toMatch(/^Bcc:/m);
});
