import { decrypt, encrypt } from "~/platform/encryption.server";

const PURPOSE = "changes";
const ID_BYTES = 16;
const NUMBER_BYTES = 8;

/** A place among the changes of a database. */
export type Place = { databaseId: string; number: number };

/** Encrypted, because the numbers count changes that readers do not see. */
export function encryptPlace({ databaseId, number }: Place): string {
  const bytes = Buffer.alloc(ID_BYTES + NUMBER_BYTES);
  bytes.write(databaseId.replaceAll("-", ""), "hex");
  bytes.writeBigUInt64BE(BigInt(number), ID_BYTES);
  return encrypt(PURPOSE, "", bytes);
}

/** @returns undefined for what `encryptPlace` never wrote on a server with the same secret */
export function decryptPlace(cursor: string): Place | undefined {
  const bytes = decrypt(PURPOSE, "", cursor)?.bytes;
  if (bytes?.length !== ID_BYTES + NUMBER_BYTES) return undefined;
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  const databaseId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { databaseId, number: Number(bytes.readBigUInt64BE(ID_BYTES)) };
}
