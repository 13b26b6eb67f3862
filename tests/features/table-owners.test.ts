import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The sources of what runs: not the schema's own history, and not the content it is filled with. */
const SOURCES = ["app", "db"]
  .flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
  )
  .filter((path) => /\.(m?ts|tsx)$/.test(path) && !/^db\/(migrations|baseline|seeds|demo)\//.test(path));

const OWNERS = {
  sessions: { room: "app/auth", entity: "Session" },
  api_keys: { room: "app/auth", entity: "ApiKey" },
  orders: { room: "app/features/billing", entity: "Order" },
  payments: { room: "app/features/billing", entity: "Payment" },
  watched_instruments: { room: "app/features/watchlist", entity: "WatchedInstrument" },
  followed_authors: { room: "app/features/watchlist", entity: "FollowedAuthor" },
  saved_items: { room: "app/features/watchlist", entity: "SavedItem" },
  member_marks: { room: "app/features/watchlist", entity: "MemberMarks" },
} as const;
type Table = keyof typeof OWNERS;

/** Deletes what a member marked together with the account. */
const FORGETS_MARKS = "app/features/accounts/held-data/marks-data.server.ts";

/** A statement, a call of the ORM, or a call of the query builder that writes rows of the table. */
function writesOf(table: Table): RegExp {
  const { entity } = OWNERS[table];
  return new RegExp(
    [
      `\\b(insert\\s+into|update|delete\\s+from|truncate|merge\\s+into)\\s+(only\\s+)?"?${table}\\b`,
      `\\b(create|insert|insertMany|upsert|upsertMany|nativeUpdate|nativeDelete)\\(\\s*${entity}\\b`,
      `\\bnew ${entity}\\(`,
      `\\b(from|into|table|knex|getKnex\\(\\))\\(\\s*["'\`]${table}["'\`]`,
    ].join("|"),
    "i",
  );
}

/** `members` is written by `accounts`, too, but not these two columns. */
const TERM_WRITES = new RegExp(
  [
    '\\bupdate\\s+members\\b[^`"]*?\\bset\\b(?:(?!\\bwhere\\b)[^`"])*?\\bsubscription(_expires_at)?\\s*=',
    "\\binsert\\s+into\\s+members\\s*\\([^)]*\\bsubscription",
    "\\b(assign|nativeUpdate|create|insert|upsert)\\([^;]*\\bsubscription(ExpiresAt)?\\s*:",
  ].join("|"),
  "i",
);

const EFFECTIVE_TIER = /(subscription_expires_at\s*<=?\s*now\(\)|isOverSql\([^)]*\)\})\s*then\s*'Basic'/i;

const filesWith = (pattern: RegExp) => SOURCES.filter((path) => pattern.test(readFileSync(path, "utf8")));
const outside = (room: string, paths: string[]) => paths.filter((path) => !path.startsWith(`${room}/`));

describe("one owner per table", () => {
  it.each(Object.keys(OWNERS) as Table[])("%s is written by its owner alone", (table) => {
    const found = filesWith(writesOf(table)).filter((path) => path !== FORGETS_MARKS);
    expect(found.length).toBeGreaterThan(0);
    expect(outside(OWNERS[table].room, found)).toEqual([]);
  });

  it("tiers and terms are changed by app/access alone", () => {
    const found = filesWith(TERM_WRITES);
    expect(found.length).toBeGreaterThan(0);
    expect(outside("app/access", found)).toEqual([]);
  });

  it("which tier counts is said once", () => {
    expect(filesWith(EFFECTIVE_TIER)).toEqual(["db/effective-tier.ts"]);
  });
});

describe("the search for table names", () => {
  it.each([
    "delete from sessions where id = ?",
    'update "sessions" set last_seen_at = now()',
    "insert\n  into sessions (id)",
    "manager.nativeDelete(Session, { id })",
    'knex.delete().from("sessions")',
  ])("%j writes sessions", (text) => expect(writesOf("sessions").test(text)).toBe(true));

  it.each([
    "select id from sessions where expires_at > now() for update",
    "delete from sessions_archive where id = ?",
  ])("%j does not", (text) => expect(writesOf("sessions").test(text)).toBe(false));

  it.each([
    "update members set firstname = ?, subscription = 'Basic' where id = ?",
    "update members m\n  set subscription_expires_at = now() from x",
    "insert into members (id, subscription) values (?, ?)",
    'manager.assign(member, { subscription: "Private" })',
  ])("%j changes a tier or a term", (text) => expect(TERM_WRITES.test(text)).toBe(true));

  it.each([
    "update members set firstname = ? where subscription = 'Basic'",
    "select id from members where subscription = 'Premium'",
    "manager.assign(member, names)",
  ])("%j does not", (text) => expect(TERM_WRITES.test(text)).toBe(false));
});
