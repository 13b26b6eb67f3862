import { Passkey } from "db/entities/passkey";
import { SESSION_KINDS } from "db/entities/session";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { float, sql, text, timestamp, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { AppError } from "~/web/app-error.server";
import type { SessionKind } from "../viewer-types.server";
import { userHandle, verifyCreation, verifySignature } from "./ceremonies.server";
import type { Challenge } from "./challenge.server";
import { MOST_PASSKEYS, PASSKEY_TEXTS as TEXTS } from "./passkeys.rules";

export type PasskeyOwner = { kind: SessionKind; id: string };

const OWNER = { member: sql`member_id`, staff: sql`staff_id` };
const PEOPLE = { member: sql`members`, staff: sql`staff` };

const LISTED = columns(Passkey, "id", "name", "credentialId", "createdAt", "lastUsedAt");
const LIST = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`passkeys.of-${kind}`, LISTED)`
  select ${LISTED} from passkeys where ${OWNER[kind]} = ${uuid("ownerId")} order by created_at, id`,
);

/** A person's passkeys, oldest first. */
export const passkeysOf = ({ kind, id: ownerId }: PasskeyOwner, within?: EntityManager) =>
  LIST[kind].all({ ownerId }, within);

const LOCK = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`passkeys.lock-${kind}`, { id: uuid })`
  select id from ${PEOPLE[kind]} where id = ${uuid("ownerId")} for update`,
);
const ADD = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`passkeys.add-${kind}`, { id: uuid })`
  insert into passkeys (${OWNER[kind]}, name, credential_id, public_key, counter, challenged_at)
  values (${uuid("ownerId")}, ${text("name")}, ${text("credentialId")}, ${text("publicKey")}, ${float("counter")},
          ${timestamp("challengedAt")})
  on conflict (credential_id) do nothing returning id`,
);

/** As long as the database allows; PostgreSQL has no NUL in texts. */
const isCredentialId = (id: unknown): id is string => typeof id === "string" && /^[\w-]{1,1400}$/.test(id);
const LONGEST_KEY = 4_000;

/** The text of a passkey as JSON; undefined if it is none. */
function parsed(credential: string): { id?: unknown; response?: { userHandle?: unknown } } | undefined {
  try {
    const value: unknown = JSON.parse(credential);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const SIGNED_IN = statement("passkeys.signed-in", { id: uuid })`
  select id from sessions where id = ${uuid("sessionId")}`;

/**
 * Adds a passkey that a device has just made. What ended the session in the meantime, such as a new password, must
 * not meet a new passkey afterwards.
 * @throws AppError 400 if it does not answer the challenge, 401 if the session has ended, 409 for a known passkey or
 * one too many
 */
export async function addPasskey(
  manager: EntityManager,
  { kind, id: ownerId, sessionId }: PasskeyOwner & { sessionId: string },
  { name, credential }: { name: string; credential: string },
  challenge: Challenge,
): Promise<void> {
  const key = await verifyCreation(parsed(credential), challenge);
  if (!key || !isCredentialId(key.credentialId) || key.publicKey.length > LONGEST_KEY)
    throw new AppError(400, TEXTS.notAdded);
  await LOCK[kind].first({ ownerId }, manager);
  if (!(await SIGNED_IN.first({ sessionId }, manager))) throw new AppError(401, TEXTS.notAdded);
  const { length } = await passkeysOf({ kind, id: ownerId }, manager);
  if (length >= MOST_PASSKEYS) throw new AppError(409, TEXTS.tooMany);
  const added = await ADD[kind].first({ ownerId, name, ...key, challengedAt: challenge.at }, manager);
  if (!added) throw new AppError(409, TEXTS.known);
}

const REMOVED = columns(Passkey, "name");
const REMOVE = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`passkeys.remove-${kind}`, REMOVED)`
  delete from passkeys where id = ${uuid("id")} and ${OWNER[kind]} = ${uuid("ownerId")} returning ${REMOVED}`,
);

/** Removes a person's passkey. @returns its name; undefined if it was gone */
export const removePasskey = async (
  manager: EntityManager,
  { kind, id: ownerId }: PasskeyOwner,
  id: string,
): Promise<string | undefined> => (await REMOVE[kind].first({ id, ownerId }, manager))?.name;

const FORGET = forEachOf(
  SESSION_KINDS,
  (kind) => command(`passkeys.forget-${kind}`)`
  delete from passkeys where ${OWNER[kind]} = ${uuid("ownerId")}`,
);

/** Deletes all passkeys of a person, also one that is being added. Sessions that they began are ended afterwards. */
export async function deletePasskeys(
  manager: EntityManager,
  { kind, id: ownerId }: PasskeyOwner,
): Promise<void> {
  await LOCK[kind].first({ ownerId }, manager);
  await FORGET[kind].run({ ownerId }, manager);
}

const FOUND = {
  ...columnsAs("k", Passkey, "id", "credentialId", "publicKey"),
  counter: float.from`k.counter`,
  ownerId: uuid.from`o.id`,
};
const FIND = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`passkeys.find-${kind}`, FOUND)`
  select ${FOUND} from passkeys k join ${PEOPLE[kind]} o on o.id = ${kind === "member" ? sql`k.member_id` : sql`k.staff_id`}
   where k.credential_id = ${text("credentialId")}`,
);

const USE = statement("passkeys.use", { id: uuid })`
  update passkeys set counter = ${float("counter")}, last_used_at = now(), challenged_at = ${timestamp("challengedAt")}
   where id = ${uuid("id")} and challenged_at < ${timestamp("challengedAt")}
     and (counter < ${float("counter")} or greatest(counter, ${float("counter")}) = 0) returning id`;

/** @property use accepts the signature once; in the transaction that starts the session, so that a removal ends both */
type SigningPasskey = { ownerId: string; use: (manager: EntityManager) => Promise<void> };

/**
 * The person whose passkey signed the challenge. Each challenge is accepted once, also over several instances.
 * @param only the person it must be, for a second step: the device then need not have checked its owner
 * @throws AppError 400, the same whatever is wrong; `use` throws 400 if another sign-in or a removal came in between
 */
export async function identifyByPasskey(
  kind: SessionKind,
  credential: string,
  challenge: Challenge,
  only?: string,
): Promise<SigningPasskey> {
  const response = parsed(credential);
  const found = isCredentialId(response?.id)
    ? await FIND[kind].first({ credentialId: response.id })
    : undefined;
  const handle = response?.response?.userHandle;
  const isOwner =
    found && (only === undefined ? handle === userHandle(found.ownerId) : found.ownerId === only);
  const counter = isOwner ? await verifySignature(response, challenge, found, only === undefined) : undefined;
  if (!found || counter === undefined) throw new AppError(400, TEXTS.refused);
  const { id, ownerId } = found;
  const use = async (manager: EntityManager) => {
    await LOCK[kind].first({ ownerId }, manager);
    if (!(await USE.first({ id, counter, challengedAt: challenge.at }, manager)))
      throw new AppError(400, TEXTS.again);
  };
  return { ownerId, use };
}
