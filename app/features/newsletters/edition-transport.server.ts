import { Readable } from "node:stream";
import { createTransport, type Transporter } from "nodemailer";
import { messageSigner } from "~/features/mail/dkim.server";
import { refusalOf, type SmtpError, smtpOptions } from "~/features/mail/transport.server";
import { config } from "~/platform/config.server";

/** Why a message was not taken: no server can be reached, our address as its sender, or something about this message. */
type Cause = "connection" | "sender" | "message";

/**
 * `refused` has the other server's answer, and whether it was about the receiver or about the message. `not taken`: it ended before the whole message was
 * read, with a code if the server gave one. `unknown`: the connection broke after that, so the server may have the message.
 */
export type Handover =
  | { outcome: "sent" | "unknown" }
  | { outcome: "refused"; code: number; reason: string; isAboutReceiver?: boolean }
  | { outcome: "not taken"; reason: string; cause: Cause; code?: number };

const SENT = { outcome: "sent" } as const;
const UNKNOWN = { outcome: "unknown" } as const;

/** Milliseconds. A server that keeps answering slowly never times out. */
const LONGEST_MS = 120_000;
const LONGEST_CHECK_MS = 30_000;

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
  const read = noteWhatIsRead(pool);
  const sign = messageSigner();
  let checking: Promise<boolean> | undefined;
  /** Whether the server takes a new connection; one look answers all who ask during it. */
  const isReachable = () => {
    checking ??= within(LONGEST_CHECK_MS, pool.verify(), false as boolean)
      .catch(() => false)
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };
  return {
    connections,
    async send({ to, from, raw }) {
      let body: Readable | undefined;
      try {
        body = Readable.from([sign ? await sign(raw) : Buffer.from(raw)]);
        const sending = pool.sendMail({ envelope: { from, to }, raw: body });
        return await within<Handover>(
          LONGEST_MS,
          sending.then(() => SENT),
          UNKNOWN,
        );
      } catch (error) {
        const { message = String(error), responseCode: code } = error as SmtpError;
        const { isAboutEmail, isAboutReceiver } = refusalOf(error as SmtpError);
        const reason = message.replace(/\p{Cc}+/gu, " ").slice(0, 300);
        if (code && isAboutEmail) return { outcome: "refused", code, reason, isAboutReceiver };
        if (body && read.has(body) && !code) return UNKNOWN;
        const cause = findCause(error as SmtpError) ?? ((await isReachable()) ? "message" : "connection");
        return { outcome: "not taken", reason, cause, ...(code && { code }) };
      }
    },
    close: () => pool.close(),
  };
}

/** @returns the messages that went to the server to the end; before it asks for one, only our own buffers read it */
function noteWhatIsRead(pool: Transporter): WeakSet<object> {
  const read = new WeakSet<object>();
  pool.use("stream", ({ data: { raw }, message }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => open(options).once("end", () => read.add(raw as Readable));
    done();
  });
  return read;
}

/** @returns undefined if the connection broke, which one message can bring about, too */
function findCause({ code, command, responseCode, message = "" }: SmtpError): Cause | undefined {
  if (command === "MAIL FROM" && responseCode) return "sender";
  if (code === "EENVELOPE") return message.startsWith("Invalid recipient") ? "message" : "sender";
  return code === "EMESSAGE" || code === "ESTREAM" ? "message" : undefined;
}

/** Its timer ends with the work: at 200 emails a second, 24,000 would wait. @returns `late` after `ms` */
async function within<Result>(ms: number, work: Promise<Result>, late: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, ms, late).unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
