import { createHash, createHmac, randomUUID } from "node:crypto";
import { SingleUseToken, TOKEN_PURPOSES, type TokenPurpose } from "db/entities/single-use-token";
import { columnAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, literal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { config } from "~/platform/config.server";
import { letterCode } from "./typed-codes";

/** Lifetime of a link in minutes. */
const LIFETIME_MINUTES: Record<TokenPurpose, number> = {
  "verify-email": 24 * 60,
  "reset-password": 30,
  "change-email": 60,
  "sign-in": 15,
};

/** Lifetime of the first-password link for imported members, who do not expect the email. */
export const FIRST_PASSWORD_MINUTES = 72 * 60;

/**
 * The token of a link: 256 bits derived from the row's id and the server's secret. Emails are queued without
 * the token and completed when sent; the database stores only its hash.
 */
export function deriveToken(
  purpose: TokenPurpose | "staff-invitation" | "gift" | "intent",
  id: string,
): string {
  return createHmac("sha256", config().sessionSecret)
    .update(`single-use ${purpose} ${id}`)
    .digest("base64url");
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Creates a link's token and voids older ones of the same purpose. @returns the row's id */
export async function issueToken(
  manager: EntityManager,
  memberId: string,
  purpose: TokenPurpose,
  more?: MoreOfToken,
): Promise<string> {
  await voidTokens(manager, memberId, purpose);
  return addToken(manager, memberId, purpose, more);
}

type MoreOfToken = {
  /** Its lifetime, if it is not the usual one. */
  minutes?: number;
  /** The new address, for a link that changes it. */
  newEmail?: string;
  /** The browser that asked for a link to sign in with, and the id that it was given. */
  browser?: AskedSignIn;
};

const purposeValue = literal(TOKEN_PURPOSES)("purpose");

const ADD = command("tokens.add")`
  insert into single_use_tokens (id, token_hash, member_id, purpose, expires_at, new_email, browser_hash)
  values (${uuid("id")}, ${text("hash")}, ${uuid("memberId")}, ${purposeValue}, now() + make_interval(mins => ${int("minutes")}),
          ${text.orNull("newEmail")}, ${text.orNull("browserHash")})`;

/** Creates a link's token next to existing ones. @returns the row's id */
export async function addToken(
  manager: EntityManager,
  memberId: string,
  purpose: TokenPurpose,
  { minutes = LIFETIME_MINUTES[purpose], newEmail, browser }: MoreOfToken = {},
): Promise<string> {
  const id = browser?.id ?? randomUUID();
  const hash = hashToken(deriveToken(purpose, id));
  const extras = { newEmail: newEmail ?? null, browserHash: browser?.browserHash ?? null };
  await ADD.run({ id, hash, memberId, purpose, minutes, ...extras }, manager);
  return id;
}

const VOID = command("tokens.void")`
  update single_use_tokens set voided_at = now()
   where member_id = ${uuid("memberId")} and purpose = ${purposeValue} and used_at is null and voided_at is null`;

export const voidTokens = (manager: EntityManager, memberId: string, purpose: TokenPurpose): Promise<void> =>
  VOID.run({ memberId, purpose }, manager);

/** Links of other browsers stay: a stranger who asks ends nobody's. Two hours' limits of requests are below this. */
const MOST_SIGN_INS = 50;

const VOID_SIGN_INS = command("tokens.void-sign-ins")`
  update single_use_tokens set voided_at = now()
   where member_id = ${uuid("memberId")} and purpose = 'sign-in' and used_at is null and voided_at is null
     and (browser_hash = ${text("browserHash")} or id <> all(array(
       select id from single_use_tokens
        where member_id = ${uuid("memberId")} and purpose = 'sign-in' and used_at is null and voided_at is null
        order by expires_at desc limit ${MOST_SIGN_INS - 1})))`;

/** Creates the link of a browser that asked, which voids its former one. @returns the row's id */
export async function issueSignIn(
  manager: EntityManager,
  memberId: string,
  browser: AskedSignIn,
): Promise<string> {
  await VOID_SIGN_INS.run({ memberId, browserHash: browser.browserHash }, manager);
  return addToken(manager, memberId, "sign-in", { browser });
}

export type TokenState = { memberId: string; state: "good" | "used" | "void" | "expired" };

const STATE = {
  memberId: columnAs("single_use_tokens", SingleUseToken, "member"),
  state: literal(["good", "used", "void", "expired"]).from`case when used_at is not null then 'used'
    when voided_at is not null then 'void' when expires_at <= now() then 'expired' else 'good' end`,
};
const FIND_STATE = statement("tokens.state", STATE)`
  select ${STATE} from single_use_tokens where token_hash = ${text("hash")} and purpose = ${purposeValue}`;

/** The current state of a link, by the database's clock. Changes nothing. */
export const findTokenState = (purpose: TokenPurpose, token: string): Promise<TokenState | undefined> =>
  FIND_STATE.first({ hash: hashToken(token), purpose });

const ADDRESS_LINK = { ...STATE, newEmail: text.orNull.from`new_email::text` };
const FIND_ADDRESS = statement("tokens.address-link", ADDRESS_LINK)`
  select ${ADDRESS_LINK} from single_use_tokens where token_hash = ${text("hash")} and purpose = 'change-email'`;

/** The state of a link that changes an address, with the new address. */
export const findAddressLink = (
  token: string,
): Promise<(TokenState & { newEmail: string | null }) | undefined> =>
  FIND_ADDRESS.first({ hash: hashToken(token) });

const OWNER = { memberId: STATE.memberId };
const CONSUME = statement("tokens.consume", OWNER)`
  update single_use_tokens set used_at = now()
   where token_hash = ${text("hash")} and purpose = ${purposeValue} and used_at is null and voided_at is null
     and expires_at > now()
   returning ${OWNER}`;

/** Uses a link up. Of several simultaneous requests, one gets the member's id. */
export async function consumeToken(
  manager: EntityManager,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  return (await CONSUME.first({ hash: hashToken(token), purpose }, manager))?.memberId;
}

const LET_SIGN_IN = command("tokens.let-sign-in")`
  update single_use_tokens set browser_hash = ${text("browserHash")}
   where token_hash = ${text("hash")} and purpose = 'verify-email'`;

/**
 * Lets a verification link sign in the browser that registered, once.
 * @param browserHash hash of that browser's secret
 */
export const allowLinkSignIn = (manager: EntityManager, token: string, browserHash: string): Promise<void> =>
  LET_SIGN_IN.run({ hash: hashToken(token), browserHash }, manager);

const TAKE_SIGN_IN = statement("tokens.take-sign-in", OWNER)`
  update single_use_tokens set browser_hash = null
   where token_hash = ${text("hash")} and purpose = 'verify-email' and browser_hash = ${text("browserHash")}
     and expires_at > now()
   returning ${OWNER}`;

/**
 * The member that a verification link signs in in this browser. Of several requests, one gets the member's
 * id.
 */
export const consumeLinkSignIn = async (token: string, browserHash: string): Promise<string | undefined> =>
  (await TAKE_SIGN_IN.first({ hash: hashToken(token), browserHash }))?.memberId;

/** The code that replaces a sign-in link on another device: eight letters and digits, 40 bits. */
export const deriveSignInCode = (id: string): string =>
  letterCode(
    createHmac("sha256", config().sessionSecret).update(`sign-in code ${id}`).digest().subarray(0, 8),
  );

const ASKED = { id: uuid("id"), browserHash: text("browserHash") };
const ASKED_BY = sql`id = ${ASKED.id} and purpose = 'sign-in' and browser_hash = ${ASKED.browserHash}`;

const OWNER_OF_SIGN_IN = statement("tokens.owner-of-sign-in", OWNER)`
  select ${OWNER} from single_use_tokens where ${ASKED_BY}`;
const CONSUME_SIGN_IN = statement("tokens.consume-sign-in", OWNER)`
  update single_use_tokens set used_at = now()
   where ${ASKED_BY} and used_at is null and voided_at is null and expires_at > now()
   returning ${OWNER}`;

/** A link to sign in with, as the browser that asked for it knows it. */
export type AskedSignIn = { id: string; browserHash: string };

/** The member whose link this browser asked for, whatever became of it. */
export const ownerOfSignIn = async (
  manager: EntityManager,
  asked: AskedSignIn,
): Promise<string | undefined> => (await OWNER_OF_SIGN_IN.first(asked, manager))?.memberId;

/** Uses up the link that this browser asked for. Of several simultaneous requests, one gets true. */
export const consumeSignIn = async (manager: EntityManager, asked: AskedSignIn): Promise<boolean> =>
  (await CONSUME_SIGN_IN.first(asked, manager)) !== undefined;

const FORGET = command("tokens.forget")`delete from single_use_tokens where member_id = ${uuid("memberId")}`;

/** Deletes the links of a member whose account is deleted. */
export const deleteTokens = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

/** Deletes a batch of tokens that expired at least 30 days ago. @returns the number of deleted rows */
export const sweepTokens = sweep(
  "tokens.sweep",
  "single_use_tokens",
  "expires_at < now() - interval '30 days'",
);
