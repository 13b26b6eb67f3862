import { createHash } from "node:crypto";
import type { ImapFlow } from "imapflow";
import { isLoopback } from "~/platform/loopback";

/** Nothing that is read from a report comes later in it. */
const MOST_BYTES = 1024 * 1024;

/** Loaded at the first use: most sites have no such mailbox. */
const library = () => import("imapflow");

/** Milliseconds. A server that does not answer must not hold up the other jobs for long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** The mail server is away, or refuses us. Its codes are also those of a lost database, so they stay inside. */
export class MailboxError extends Error {
  override name = "MailboxError";
}

const failure = (error: unknown) => new MailboxError(error instanceof Error ? error.message : String(error));

/** A mailbox that is open for reading. Every method throws a `MailboxError` if the server is away. */
export type ReportMailbox = {
  /** Of this mailbox: while it stays the same, a UID names the same message. At most 40 characters. */
  uidValidity: string;
  /** The UIDs above this one, in order. */
  uidsAfter(uid: number): Promise<number[]>;
  /** A message, cut after 1 MB; undefined if somebody deleted it, or the server cannot give it. */
  read(uid: number): Promise<Buffer | undefined>;
  markRead(uid: number): Promise<void>;
  close(): void;
};

/** Opens the owner's mailbox. @throws MailboxError @param address `imaps://user:password@host/folder`, INBOX by default */
export async function openMailbox(address: string): Promise<ReportMailbox> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "imaps:";
  const { ImapFlow } = await library();
  const client = new ImapFlow({
    host,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    // As for SMTP: only a server on this machine gets the password without encryption.
    ...(secure ? {} : { doSTARTTLS: !isLoopback(url.hostname) }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
  });
  // The command that is under way fails as well; without a listener the process would end.
  client.on("error", () => {});
  try {
    await client.connect();
    const folder = decodeURIComponent(url.pathname.slice(1)) || "INBOX";
    const { uidValidity } = await client.mailboxOpen(folder);
    // Another mailbox may have the same number.
    const mailbox = createHash("sha256").update(`${url.username}@${url.host}/${folder}`).digest("hex");
    return readMailbox(client, `${mailbox.slice(0, 16)}:${uidValidity}`);
  } catch (error) {
    client.close();
    throw failure(error);
  }
}

/** The server answered, and refused this command alone. */
const isRefusal = (error: unknown): boolean =>
  ["NO", "BAD"].includes((error as { responseStatus?: string } | undefined)?.responseStatus ?? "");

const BY_UID = { uid: true } as const;

const attempt = <Result>(command: Promise<Result>): Promise<Result> =>
  command.catch((error: unknown) => {
    throw failure(error);
  });

const readMailbox = (client: ImapFlow, uidValidity: string): ReportMailbox => ({
  uidValidity,
  async uidsAfter(uid) {
    const found = await attempt(client.search({ uid: `${uid + 1}:*` }, BY_UID));
    if (!found) throw new MailboxError("The server refused to search the mailbox.");
    // The last message also answers to a range that begins after it.
    return found.filter((each) => each > uid).toSorted((one, other) => one - other);
  },
  async read(uid) {
    const message = await client
      .fetchOne(String(uid), { source: { start: 0, maxLength: MOST_BYTES } }, BY_UID)
      .catch((error: unknown) => {
        // A message that the server cannot give, such as a damaged one, must not keep back those after it.
        if (isRefusal(error)) return false as const;
        throw failure(error);
      });
    return message ? message.source : undefined;
  },
  async markRead(uid) {
    await attempt(client.messageFlagsAdd(String(uid), ["\\Seen"], BY_UID));
  },
  close: () => client.close(),
});
