import { createHash, createHmac, randomUUID } from "node:crypto";
import type { TokenPurpose } from "db/entities/single-use-token";
import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import { config } from "~/platform/config.server";

/** How long a link is good, in minutes; decisions.md, "Sessions, accounts, mail". */
const LIFETIME_MINUTES: Record<TokenPurpose, number> = { "verify-email": 24 * 60, "reset-password": 30 };

/**
 * The token of a link: 256 bits that only somebody with the server's secret can make from the row's id. So a mail
 * can be written to the queue without it and be completed when it leaves, and the database holds its hash only.
 */
export function deriveToken(purpose: TokenPurpose, id: string): string {
  return createHmac("sha256", config().sessionSecret)
    .update(`single-use ${purpose} ${id}`)
    .digest("base64url");
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Makes a link's token; older ones of the same purpose are void from now on. @returns the row's id. */
export async function issueToken(
  manager: EntityManager,
  memberId: string,
  purpose: TokenPurpose,
): Promise<string> {
  await voidTokens(manager, memberId, purpose);
  return addToken(manager, memberId, purpose);
}

/** Makes a link's token beside those there are. @returns the row's id. */
export async function addToken(
  manager: EntityManager,
  memberId: string,
  purpose: TokenPurpose,
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into single_use_tokens (id, token_hash, member_id, purpose, expires_at)
     values (?, ?, ?, ?, now() + make_interval(mins => ?))`,
    [id, hashToken(deriveToken(purpose, id)), memberId, purpose, LIFETIME_MINUTES[purpose]],
    manager,
  );
  return id;
}

export async function voidTokens(
  manager: EntityManager,
  memberId: string,
  purpose: TokenPurpose,
): Promise<void> {
  await query(
    `update single_use_tokens set voided_at = now()
      where member_id = ? and purpose = ? and used_at is null and voided_at is null`,
    [memberId, purpose],
    manager,
  );
}

export type TokenState = { memberId: string; state: "good" | "used" | "void" | "expired" };

/** What a link is worth at this moment, by the database's clock. Changes nothing. */
export async function findTokenState(purpose: TokenPurpose, token: string): Promise<TokenState | undefined> {
  const [found] = await query<TokenState>(
    `select member_id as "memberId",
            case when used_at is not null then 'used' when voided_at is not null then 'void'
                 when expires_at <= now() then 'expired' else 'good' end as state
       from single_use_tokens where token_hash = ? and purpose = ?`,
    [hashToken(token), purpose],
  );
  return found;
}

/** Uses a link up. Of any number of callers at once, one gets the member's id. */
export async function consumeToken(
  manager: EntityManager,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const [used] = await query<{ memberId: string }>(
    `update single_use_tokens set used_at = now()
      where token_hash = ? and purpose = ? and used_at is null and voided_at is null and expires_at > now()
      returning member_id as "memberId"`,
    [hashToken(token), purpose],
    manager,
  );
  return used?.memberId;
}
