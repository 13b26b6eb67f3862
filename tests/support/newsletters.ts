import type { Tier } from "db/entities/member";
import type { EditionTransport, Handover } from "~/features/newsletters/edition-transport.server";
import { sendEditions } from "~/features/newsletters/send-editions.server";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";

type Message = { to: string; raw: string };

/** Keeps what it is given. @param answer what becomes of a message, `sent` for all by default */
export function keepingTransport(
  answer: (message: Message) => Handover | Promise<Handover> = () => ({ outcome: "sent" }),
): EditionTransport & { messages: Message[] } {
  const messages: Message[] = [];
  return {
    connections: 3,
    messages,
    async send({ to, raw }) {
      messages.push({ to, raw });
      return answer({ to, raw });
    },
    close() {},
  };
}

/** Sends all editions that are due. @returns what was handed over, by address */
export async function sendAll(transport = keepingTransport()): Promise<Map<string, string>> {
  await sendEditions(transport);
  return new Map(transport.messages.map(({ to, raw }) => [to, readable(raw)]));
}

/** A message's quoted-printable, decoded. */
export const readable = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** A member who gets every newsletter. @returns the id */
export const insertReader = (name: string, tier: Tier = "Basic", more: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: `${name}@readers.test`,
    subscription: tier,
    ...(tier === "Basic" ? {} : { subscription_expires_at: new Date(Date.now() + 30 * 86_400_000) }),
    ...more,
  });

/** Nobody else gets a newsletter. */
export const removeReaders = async () => {
  await database.rows("delete from editions");
  await database.rows("delete from suppressed_addresses");
  await database.rows("delete from mail_reports");
  await database.rows("update members set remind_by_mail = false where email not like '%@readers.test'");
  await database.rows("delete from members where email like '%@readers.test'");
};
