import { createTransport } from "nodemailer";
import { config } from "~/platform/config.server";
import { isLoopback } from "~/platform/loopback";

export type OutgoingMail = { id: string; to: string; subject: string; html: string; text: string };

export type Transport = {
  /** @throws what the other side said; `responseCode` is there when it answered at all. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** Without a server mails stay in the log, and the demo inbox shows them. */
const demoTransport: Transport = { send: async () => {}, close() {} };

/** Milliseconds: a server that does not answer must not hold the queue. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** The way out that the operator chose with `SMTP_URL`: smtp:// (with STARTTLS) or smtps://. */
export function openTransport(): Transport {
  const { smtpUrl, publicUrl } = config();
  if (!smtpUrl) return demoTransport;
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const pool = createTransport({
    pool: true,
    maxConnections: 3,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A server on this machine needs no encryption, any other one gets no password and no mail without it.
    requireTLS: !secure && !isLoopback(url.hostname),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = new URL(publicUrl).hostname;
  return {
    async send({ id, to, ...content }) {
      // Asked for each mail: the owner may give the site another name while this way out is open.
      const { mailFrom, siteName } = config();
      await pool.sendMail({
        ...content,
        from: mailFrom ?? { name: siteName, address: `no-reply@${domain}` },
        // As an object it is one address, whatever stands in it.
        to: { name: "", address: to },
        // The same mail sent twice by accident is one to the programs that read it.
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => pool.close(),
  };
}
