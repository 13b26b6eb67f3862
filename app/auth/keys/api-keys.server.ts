import { createHash, randomBytes } from "node:crypto";
import { ApiKey } from "db/entities/api-key";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { KeyViewer } from "../viewer-types.server";
import { grantsOf } from "./key-scopes.server";

/** No token of a session has this length. */
const SECRET = /^obk_[A-Za-z0-9_-]{40}$/;

/** Whether an `Authorization: Bearer` value is the secret of a key. */
export const isKeySecret = (bearer: string): boolean => SECRET.test(bearer);

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Letters of a secret that lists show. */
const VISIBLE = 10;

/** 240 random bits. The secret is shown once; the database stores its SHA-256. */
function newSecret(): { secret: string; prefix: string; tokenHash: string } {
  const secret = `obk_${randomBytes(30).toString("base64url")}`;
  return { secret, prefix: secret.slice(0, VISIBLE), tokenHash: hashOf(secret) };
}

const FOUND = {
  ...columns(ApiKey, "id", "name"),
  scopes: array(text).from`scopes`,
  usedLongAgo: bool.from`last_used_at is null or last_used_at < now() - interval '5 minutes'`,
};

const HASH = text("tokenHash");
const IS_VALID = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

/** A rotated key has two secrets until the old one ends. */
const FIND = statement("api-keys.find", FOUND)`
  select ${FOUND} from api_keys where token_hash = ${HASH} and ${IS_VALID}
   union all
  select ${FOUND} from api_keys where previous_token_hash = ${HASH} and previous_until > now() and ${IS_VALID}`;

/** Runs at most every five minutes. */
const TOUCH = command("api-keys.touch")`
  update api_keys set last_used_at = now()
   where id = ${uuid("id")} and (last_used_at is null or last_used_at < now() - interval '5 minutes')`;

/** The program behind a secret; undefined if the key is unknown, expired or revoked. */
export async function findKey(secret: string): Promise<KeyViewer | undefined> {
  const tokenHash = hashOf(secret);
  const [found] = await FIND.allPrepared({ tokenHash });
  if (!found) return undefined;
  const { id, name, scopes, usedLongAgo } = found;
  if (usedLongAgo) await TOUCH.run({ id });
  return { kind: "key", id, name, tokenHash, ...grantsOf(scopes) };
}

const WORKING = {
  ...columns(ApiKey, "name", "tokenHash"),
  scopes: array(text).from`scopes`,
};
const FIND_BY_ID = statement("api-keys.find-by-id", WORKING)`
  select ${WORKING} from api_keys where id = ${uuid("id")} and ${IS_VALID}`;

/** A program that is sent something, as far as it may know; undefined if its key is expired or revoked. */
export async function viewerOfKey(id: string, manager?: EntityManager): Promise<KeyViewer | undefined> {
  const found = await FIND_BY_ID.first({ id }, manager);
  if (!found) return undefined;
  const { name, tokenHash, scopes } = found;
  return { kind: "key", id, name, tokenHash, ...grantsOf(scopes) };
}

const LISTED = {
  ...columnsAs(
    "k",
    ApiKey,
    ...([
      "id",
      "name",
      "prefix",
      "createdByName",
      "createdAt",
      "expiresAt",
      "lastUsedAt",
      "revokedAt",
    ] as const),
  ),
  scopes: array(text).from`k.scopes`,
  /** When the secret from before the last rotation ends, if it still works. */
  previousUntil: timestamp.orNull.from`case when k.previous_until > now() then k.previous_until end`,
  isExpired: bool.from`coalesce(k.expires_at <= now(), false)`,
};

/** A key as staff see it, without its secret. */
export type ListedKey = RowOf<typeof LISTED>;

const ALL = statement("api-keys.all", LISTED)`
  select ${LISTED} from api_keys k order by k.revoked_at is not null, k.created_at desc, k.id limit 500`;
const BY_ID = statement(
  "api-keys.by-id",
  LISTED,
)`select ${LISTED} from api_keys k where k.id = ${uuid("id")}`;

/** Those that work come first, the newest of each first. */
export const allKeys = (): Promise<ListedKey[]> => ALL.all();

/** @param id a UUID */
export const keyById = (id: string, manager?: EntityManager): Promise<ListedKey | undefined> =>
  BY_ID.first({ id }, manager);

const ID = columns(ApiKey, "id");

const ADD = statement("api-keys.add", ID)`
  insert into api_keys (name, prefix, token_hash, scopes, created_by_id, created_by_name, expires_at)
  values (${text("name")}, ${text("prefix")}, ${HASH}, ${array(text)("scopes")}, ${uuid("staffId")}, ${text("staffName")},
          now() + make_interval(days => ${int.orNull("days")}))
  on conflict do nothing
  returning id`;

/** @property days until it expires; null for never */
export type NewKey = {
  name: string;
  scopes: string[];
  days: number | null;
  staffId: string;
  staffName: string;
};

/** Makes a key. @returns its secret, which nobody can read again; undefined if a key has this name */
export async function addKey(
  key: NewKey,
  manager: EntityManager,
): Promise<{ id: string; secret: string } | undefined> {
  const { secret, ...stored } = newSecret();
  const added = await ADD.first({ ...key, ...stored }, manager);
  return added && { id: added.id, secret };
}

/** The secret from before an earlier rotation ends at once. */
const ROTATE = statement("api-keys.rotate", ID)`
  update api_keys set prefix = ${text("prefix")}, token_hash = ${HASH}, previous_token_hash = token_hash,
         previous_until = now() + make_interval(hours => ${int("hours")})
   where id = ${uuid("id")} and ${IS_VALID}
  returning id`;

/**
 * Gives a key a new secret.
 * @param hours until the old one ends
 * @returns the secret, which nobody can read again; undefined if the key is revoked or expired
 */
export async function rotateKey(
  rotation: { id: string; hours: number },
  manager: EntityManager,
): Promise<string | undefined> {
  const { secret, ...stored } = newSecret();
  const rotated = await ROTATE.first({ ...rotation, ...stored }, manager);
  return rotated && secret;
}

/** `now()` would be the time when the transaction began. */
const KEEP_VALID = statement("api-keys.keep-valid", ID)`
  select id from api_keys
   where id = ${uuid("id")} and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
     and (token_hash = ${HASH} or (previous_token_hash = ${HASH} and previous_until > clock_timestamp()))
     for share`;

/** Whether a key still works with the secret that it came with; then its end waits for that of the transaction. */
export const keepKeyValid = async (
  { id, tokenHash }: Pick<KeyViewer, "id" | "tokenHash">,
  manager: EntityManager,
): Promise<boolean> => (await KEEP_VALID.first({ id, tokenHash }, manager)) !== undefined;

const REVOKE = statement("api-keys.revoke", ID)`
  update api_keys set revoked_at = now() where id = ${uuid("id")} and revoked_at is null returning id`;

/** Ends a key with its next request. @returns false if it was revoked before */
export const revokeKey = async (id: string, manager: EntityManager): Promise<boolean> =>
  (await REVOKE.first({ id }, manager)) !== undefined;
