import { randomBytes } from "node:crypto";
import { effectiveTierSql } from "db/effective-tier";
import { TIERS } from "db/entities/member";
import { FEED_SECTIONS, type FeedSection, PrivateFeed } from "db/entities/private-feed";
import { columns } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { bool, literal, raw, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { Reader } from "~/access/access.server";
import { tokenHash } from "~/auth/sessions.server";

const SECTION = literal(FEED_SECTIONS)("section");
const OWN = { memberId: uuid("memberId") };

const ADDRESS = columns(PrivateFeed, "section", "createdAt", "lastUsedOn");
export type PrivateAddress = { section: FeedSection; createdAt: Date; lastUsedOn: string | null };

const OF_MEMBER = statement("private-feeds.of-member", ADDRESS)`
  select ${ADDRESS} from private_feeds where member_id = ${OWN.memberId}`;

/** The addresses of a member, without their tokens: nobody can read those. */
export const privateAddresses = (memberId: string): Promise<PrivateAddress[]> => OF_MEMBER.all({ memberId });

const MADE = { section: ADDRESS.section };
const ADD = statement("private-feeds.add", MADE)`
  insert into private_feeds (member_id, section, token_hash)
  values (${OWN.memberId}, ${SECTION}, ${text("hash")})
  on conflict (member_id, section) do nothing returning ${MADE}`;
const REPLACE = statement("private-feeds.replace", MADE)`
  update private_feeds set token_hash = ${text("hash")}, created_at = now(), last_used_on = null
   where member_id = ${OWN.memberId} and section = ${SECTION} and created_at = ${timestamp("replaces")}
  returning ${MADE}`;

/**
 * Makes an address. An earlier one stops working at once.
 * @param replaces when the address that it replaces was made, if there is one
 * @returns the token, which nobody can read again; undefined if the member has another address by now
 */
export async function makeAddress(
  memberId: string,
  section: FeedSection,
  replaces?: Date,
): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  const values = { memberId, section, hash: tokenHash(token) };
  const made = replaces ? await REPLACE.first({ ...values, replaces }) : await ADD.first(values);
  return made && token;
}

const REMOVE = command("private-feeds.remove")`
  delete from private_feeds where member_id = ${OWN.memberId} and section = ${SECTION}`;

export const removeAddress = (memberId: string, section: FeedSection): Promise<void> =>
  REMOVE.run({ memberId, section });

const READER = {
  tier: literal(TIERS).from`${raw(effectiveTierSql("m"))}`,
  isUsedToday: bool.from`coalesce(f.last_used_on = ${SITE_TODAY}, false)`,
};
const FIND = statement("private-feeds.reader", READER)`
  select ${READER} from private_feeds f join members m on m.id = f.member_id
   where f.token_hash = ${text("hash")} and f.section = ${SECTION}
     and m.status = 'active' and m.deletion_requested_at is null`;

/** Once a day: reading a feed is no reason to write. */
const TOUCH = command("private-feeds.touch")`
  update private_feeds set last_used_on = ${SITE_TODAY} where token_hash = ${text("hash")}`;

/** Other texts cannot be a token. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Who reads at an address, by the database's clock. Asked for each request, so a lapse counts at once.
 * @returns undefined if the address is not there, or its account is inactive or will be deleted
 */
export async function readerAt(section: FeedSection, token: string): Promise<Reader | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await FIND.first({ hash, section });
  if (found && !found.isUsedToday) await TOUCH.run({ hash });
  return found && { kind: "member", tier: found.tier };
}

export const isFeedSection = (section: unknown): section is FeedSection =>
  FEED_SECTIONS.some((known) => known === section);
