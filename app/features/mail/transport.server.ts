import { createTransport } from "nodemailer";
import { config } from "~/platform/config.server";
import { isLoopback } from "~/platform/loopback";
import { dkimOptions } from "./dkim.server";
import { returnAddress } from "./return-address.server";
import { domainOfSender } from "./sender-domain.rules";

export type Sender = { name: string; address: string };

/** @property from the site's usual sender by default */
export type OutgoingMail = {
  id: string;
  to: string;
  from?: Sender;
  subject: string;
  html: string;
  text: string;
  /** The address of the link to unsubscribe, for email programs. */
  unsubscribe?: string;
};

/**
 * What nodemailer throws.
 * @property code such as EENVELOPE
 * @property command the SMTP command that was refused, or failed
 */
export type SmtpError = { message?: string; code?: string; responseCode?: number; command?: string };

/** Refusals at other commands, such as of our password, say nothing about the receiver or the email. */
const ABOUT_EMAIL = ["RCPT TO", "DATA"];

/** Whether the server answered about this email, and whether about its receiver. */
export const refusalOf = ({ command = "" }: SmtpError) => ({
  isAboutEmail: ABOUT_EMAIL.includes(command),
  isAboutReceiver: command === "RCPT TO",
});

export type Transport = {
  /** @throws the other server's error; `responseCode` is set if it answered. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** Without a server emails stay in the log, and the demo inbox shows them. */
const demoTransport: Transport = { send: async () => {}, close() {} };

/** Milliseconds. A server that does not answer must not block the queue. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** The operator's mail server: smtp:// (with STARTTLS) or smtps://. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A server on this machine needs no encryption. Any other server gets no password and no email without
    // it.
    requireTLS: !secure && !isLoopback(url.hostname),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The sender. Read for each email: the owner may rename the site while a transport is open. */
export function mailSender(): string | Sender {
  const { mailFrom, siteName, publicUrl } = config();
  return mailFrom ?? { name: siteName, address: `no-reply@${new URL(publicUrl).hostname}` };
}

/** As one line: some relays break the signature of a folded one. */
const oneClick = (address: string) => ({
  "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${address}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** The transport for single emails. */
export function openTransport(): Transport {
  const { smtpUrl, publicUrl } = config();
  if (!smtpUrl) return demoTransport;
  const dkim = dkimOptions();
  const pool = createTransport({
    ...smtpOptions(smtpUrl),
    pool: true,
    maxConnections: 3,
    ...(dkim ? { dkim } : {}),
  });
  const domain = new URL(publicUrl).hostname;
  return {
    async send({ id, to, from, unsubscribe, ...content }) {
      const returnTo = returnAddress(id);
      await pool.sendMail({
        ...content,
        from: from ?? mailSender(),
        ...(dkim &&
          from && { dkim: { ...dkim, domainName: domainOfSender(from.address) ?? dkim.domainName } }),
        ...(returnTo && { envelope: { from: returnTo, to } }),
        // As an object it is always a single address.
        to: { name: "", address: to },
        // Email programs treat an accidental duplicate as the same email.
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated", ...(unsubscribe && oneClick(unsubscribe)) },
      });
    },
    close: () => pool.close(),
  };
}
