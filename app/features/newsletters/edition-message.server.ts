import { createTransport } from "nodemailer";
import { TOKEN_SLOT } from "~/features/mail/render-mail";

/** The parts of a message that differ from reader to reader. */
export type Recipient = {
  /** Of the email, for its Message-ID. */
  id: string;
  to: string;
  /** 36 letters, see `unsubscribeToken`. */
  token: string;
};

type Body = { subject: string; html: string; text: string };

/** @property from the sender's bare address */
export type ComposedMessage = { from: string; messageTo: (recipient: Recipient) => string };

/** @property unsubscribe the address of the link to unsubscribe, with a slot for the token */
type Envelope = {
  from: string | { name: string; address: string };
  domain: string;
  list: string;
  unsubscribe: string;
};

/** A control character; quoted-printable writes it as `=01` and never breaks it over two lines. */
const SLOT = "\u0001";
const ENCODED_SLOT = "=01";
const TO_SLOT = "to@slot.invalid";
const ID_SLOT = "slot-of-the-id";

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/**
 * Composes the message of one version once, with slots: composing it for each reader takes half as long again.
 */
export async function composeMessage(
  { subject, html, text }: Body,
  { from, domain, list, unsubscribe }: Envelope,
): Promise<ComposedMessage> {
  const withSlot = (words: string) => words.replaceAll(SLOT, "").replaceAll(TOKEN_SLOT, SLOT);
  const { message, envelope } = await composer.sendMail({
    from,
    to: TO_SLOT,
    subject,
    html: withSlot(html),
    text: withSlot(text),
    textEncoding: "quoted-printable",
    messageId: `<${ID_SLOT}@${domain}>`,
    headers: {
      "List-Id": `<${list}.${domain}>`,
      // As one line: some relays break the signature of a folded one.
      "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const composed = String(message);
  const end = composed.indexOf("\r\n\r\n");
  const [head, body] = [composed.slice(0, end), composed.slice(end)];
  return {
    from: envelope.from || "",
    messageTo: ({ id, to, token }) =>
      head
        .replace(TO_SLOT, () => to)
        .replace(ID_SLOT, id)
        .replaceAll(TOKEN_SLOT, token) +
      // Soft line breaks around it keep lines short enough.
      body.replaceAll(ENCODED_SLOT, `=\r\n${token}=\r\n`),
  };
}
