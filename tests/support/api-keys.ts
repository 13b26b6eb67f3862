import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "./database";
import { insertRecord } from "./record-factories";

export type TestKey = { id: string; name: string; secret: string; headers: { Authorization: string } };

/** A key with these scopes. @param more further columns */
export async function insertKey(
  database: Database,
  scopes: readonly string[],
  more: Record<string, string | Date | null> = {},
): Promise<TestKey> {
  const secret = `obk_${randomBytes(30).toString("base64url")}`;
  const name = `Key ${randomUUID()}`;
  const id = await insertRecord(database, "api_keys", {
    name,
    prefix: secret.slice(0, 10),
    token_hash: hashOfKey(secret),
    scopes: `{${scopes.map((scope) => `"${scope}"`).join(",")}}`,
    ...more,
  });
  return { id, name, secret, headers: { Authorization: `Bearer ${secret}` } };
}

/** As the database stores it. */
export const hashOfKey = (secret: string): string => createHash("sha256").update(secret).digest("hex");
