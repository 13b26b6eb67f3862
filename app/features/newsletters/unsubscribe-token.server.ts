import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { perProcess } from "db/per-process";
import { text } from "db/sql";
import { statement } from "db/statement.server";

const SECRET = statement("newsletters.secret", { secret: text.present })`
  update edition_sender set secret = coalesce(secret, ${text("made")}) where one = 1 returning secret`;
const READ_SECRET = statement("newsletters.read-secret", { secret: text.present })`
  select secret from edition_sender where one = 1 and secret is not null`;

const kept = () => perProcess<{ secret?: string }>("unsubscribe-secret", () => ({}));

async function secret(): Promise<string> {
  const found = kept().secret ?? (await READ_SECRET.first())?.secret ?? (await makeSecret());
  kept().secret = found;
  return found;
}

async function makeSecret(): Promise<string> {
  const made = await SECRET.first({ made: randomBytes(32).toString("hex") });
  if (!made) throw new Error("edition_sender has no row");
  return made.secret;
}

/** Bytes of the signature. With the id's 16 bytes the token has 36 characters. */
const SIGNATURE = 11;

/** What a token opens. */
type Purpose = "unsubscribe" | "confirm" | "price-alerts" | "messages";

const signature = (purpose: Purpose, id: Buffer, key: string) =>
  createHmac("sha256", key).update(purpose).update(id).digest().subarray(0, SIGNATURE);

async function readerToken(purpose: Purpose, readerId: string): Promise<string> {
  const id = Buffer.from(readerId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signature(purpose, id, await secret())]).toString("base64url");
}

/**
 * The token in a reader's links to unsubscribe: the id of a member or subscriber, and a signature. It never
 * expires, and it opens only their choice of newsletters.
 */
export const unsubscribeToken = (readerId: string): Promise<string> => readerToken("unsubscribe", readerId);

/** The token in the email that asks a subscriber to confirm. It works as long as the subscriber is kept. */
export const confirmationToken = (subscriberId: string): Promise<string> =>
  readerToken("confirm", subscriberId);

/** The token in a member's email about price alerts. It never expires, and it only turns these emails off and on. */
export const priceAlertToken = (memberId: string): Promise<string> => readerToken("price-alerts", memberId);

/** The token in what staff write to many members. It never expires, and it only ends such emails and starts them. */
export const messagesToken = (memberId: string): Promise<string> => readerToken("messages", memberId);

/** The reader's id, or undefined if the token is not ours. The reader may be deleted. */
export async function readerOfToken(
  token: string,
  purpose: Purpose = "unsubscribe",
): Promise<string | undefined> {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 16 + SIGNATURE || bytes.toString("base64url") !== token) return undefined;
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), signature(purpose, id, await secret()))) return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
