import { decrypt, encrypt } from "~/platform/encryption.server";

const PURPOSE = "changes";
const ID_BYTES = 16;
const NUMBER_BYTES = 8;
const TIMELINE_BYTES = 4;
/** Cursors of earlier releases have no timeline. */
const SHORT = ID_BYTES + NUMBER_BYTES;

/** A place among the changes of a database. @property timeline null if it is not known */
export type Place = { databaseId: string; number: number; timeline: number | null };

/** Encrypted, because the numbers count changes that readers do not see. */
export function encryptPlace({ databaseId, number, timeline }: Place): string {
  const bytes = Buffer.alloc(SHORT + TIMELINE_BYTES);
  bytes.write(databaseId.replaceAll("-", ""), "hex");
  bytes.writeBigUInt64BE(BigInt(number), ID_BYTES);
  bytes.writeUInt32BE(timeline ?? 0, SHORT);
  return encrypt(PURPOSE, "", bytes);
}

/** @returns undefined for what `encryptPlace` never wrote on a server with the same secret */
export function decryptPlace(cursor: string): Place | undefined {
  const bytes = decrypt(PURPOSE, "", cursor)?.bytes;
  if (bytes?.length !== SHORT && bytes?.length !== SHORT + TIMELINE_BYTES) return undefined;
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  const databaseId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const timeline = (bytes.length > SHORT && bytes.readUInt32BE(SHORT)) || null;
  return { databaseId, number: Number(bytes.readBigUInt64BE(ID_BYTES)), timeline };
}
