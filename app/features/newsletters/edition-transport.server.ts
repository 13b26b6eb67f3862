import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { messageSigner } from "~/features/mail/dkim.server";
import { refusalOf, type SmtpError, smtpOptions } from "~/features/mail/transport.server";
import { config } from "~/platform/config.server";

/**
 * `refused` has the other server's answer, and whether it was about the receiver or about the message. `not taken`: the connection broke before the whole message was
 * read. `unknown`: it broke after that, so the server may have the message.
 */
export type Handover =
  | { outcome: "sent" | "unknown" }
  | { outcome: "refused"; code: number; reason: string; isAboutReceiver?: boolean }
  | { outcome: "not taken"; reason: string };

const SENT = { outcome: "sent" } as const;
const UNKNOWN = { outcome: "unknown" } as const;

/** Milliseconds. A server that keeps answering slowly never times out. */
const LONGEST_MS = 120_000;

export type EditionTransport = {
  /** How many messages may be on their way at the same time. */
  connections: number;
  /** Hands over one message. Never throws. */
  send(message: { to: string; from: string; raw: string }): Promise<Handover>;
  close(): void;
};

const demoTransport: EditionTransport = {
  connections: 20,
  send: async () => ({ outcome: "sent" }),
  close() {},
};

/** Editions have connections of their own: single emails, such as those for passwords, never wait for them. */
export function openEditionTransport(): EditionTransport {
  const { smtpUrl, newsletterConnections: connections } = config();
  if (!smtpUrl) return demoTransport;
  const pool = createTransport({
    ...smtpOptions(smtpUrl),
    pool: true,
    maxConnections: connections,
    maxMessages: 500,
    // The pool would otherwise hand a message over again, which nobody would count.
    maxRequeues: 0,
  });
  const sign = messageSigner();
  return {
    connections,
    async send({ to, from, raw }) {
      let wasRead = false;
      try {
        const body = Readable.from([sign ? await sign(raw) : Buffer.from(raw)]);
        body.once("end", () => {
          wasRead = true;
        });
        const sending = pool.sendMail({ envelope: { from, to }, raw: body });
        return await unlessTooLong(sending.then(() => SENT));
      } catch (error) {
        const { message = String(error), responseCode: code } = error as SmtpError;
        const { isAboutEmail, isAboutReceiver } = refusalOf(error as SmtpError);
        const reason = message.replace(/\p{Cc}+/gu, " ").slice(0, 300);
        if (code && isAboutEmail) return { outcome: "refused", code, reason, isAboutReceiver };
        return wasRead && !code ? UNKNOWN : { outcome: "not taken", reason };
      }
    },
    close: () => pool.close(),
  };
}

/** Its timer ends with the work: at 200 emails a second, 24,000 would wait. @returns `unknown` after `LONGEST_MS` */
async function unlessTooLong(sending: Promise<Handover>): Promise<Handover> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Handover>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, UNKNOWN).unref();
  });
  try {
    return await Promise.race([sending, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
