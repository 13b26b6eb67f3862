import { SitemapBound } from "db/entities/sitemap-bound";
import { columns } from "db/entity-columns.server";
import { int, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { Discovery } from "~/features/discovery.server";

/** The protocol allows 50,000 addresses per file (sitemaps.org). Smaller files render faster. */
const URLS_PER_FILE = 2_000;

/** The most addresses that late records may extend a file to. */
const MOST_URLS = 50_000;

type Source = Pick<Discovery, "section" | "table" | "published" | "sitemap"> &
  Required<Pick<Discovery, "changed">>;

type Bound = { createdAt: Date; recordId: string };

const FIRST: Bound = {
  createdAt: new Date("0001-01-01T00:00:00Z"),
  recordId: "00000000-0000-0000-0000-000000000000",
};
const LAST: Bound = {
  createdAt: new Date("9999-12-31T00:00:00Z"),
  recordId: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

const SECTION = text("section", "news");
const KNOWN = columns(SitemapBound, "part", "createdAt", "recordId");
const BOUNDS_OF = statement("sitemap.bounds-of", KNOWN)`
  select ${KNOWN} from sitemap_bounds
   where section = ${SECTION} and part in (${int("part", 2)}, ${int("part", 2)} + 1)`;

/** The start of a file and of the next one; undefined for a file that has not started. */
async function fileBounds(section: string, part: number): Promise<{ from: Bound; until: Bound } | undefined> {
  const known = await BOUNDS_OF.all({ section, part });
  const from = part === 1 ? FIRST : known.find((bound) => bound.part === part);
  return from && { from, until: known.find((bound) => bound.part === part + 1) ?? LAST };
}

const byAddress = (one: { address: string }, other: { address: string }) =>
  one.address < other.address ? -1 : 1;

const literal = (value: string) => raw(`'${value}'`);

/** The statements of one section. `literal` marks values that the planner must see in the text. */
const declareParts = ({ section, table, published = sql`true`, sitemap, changed }: Source) => {
  const row = { address: sitemap?.address ?? text.from`id::text`, changed };
  const rowsSince = sql`${table} where ${published} and ${sitemap?.rows ?? sql`true`} and (created_at, id) >=`;
  const known = sql`(
    select part, created_at, record_id from sitemap_bounds where section = ${literal(section)}
    union all select 1, ${literal(FIRST.createdAt.toISOString())}::timestamptz, ${literal(FIRST.recordId)}::uuid) as known`;
  return {
    /** Stores the starts of further files. */
    extend: command(`sitemap.${section}, extend`)`
      with recursive bound as (
        (select * from ${known} order by part desc limit 1)
        union all
        select bound.part + 1, next.created_at, next.id from bound cross join lateral (
          select created_at, id from ${rowsSince} (bound.created_at, bound.record_id)
           order by created_at, id limit 1 offset ${URLS_PER_FILE}) as next)
      insert into sitemap_bounds (section, part, created_at, record_id)
      select ${literal(section)}, part, created_at, record_id from bound where part > 1 on conflict do nothing`,
    last: statement(`sitemap.${section}, last`, { part: int })`
      select part from ${known}
       where exists (select 1 from ${rowsSince} (known.created_at, known.record_id)) order by part desc limit 1`,
    page: statement(`sitemap.${section}`, row)`
      select ${row} from ${rowsSince} (${timestamp("from")}::timestamptz, ${uuid("fromId")}::uuid)
         and (created_at, id) < (${timestamp("until")}::timestamptz, ${uuid("untilId")}::uuid)
       order by created_at, id limit ${MOST_URLS}`,
  };
};

/**
 * The files for the addresses of a section's records, oldest first. The start of each is stored once the
 * previous file is full, so the hundredth file costs no more than the first. A deleted record changes only
 * its own file.
 */
export const sitemapParts = (source: Source) => {
  const { section } = source;
  const { extend, last, page } = declareParts(source);
  return {
    section,
    /** The number of files. */
    async count(): Promise<number> {
      await extend.run();
      return (await last.first())?.part ?? 0;
    },
    /**
     * The addresses of one file, by its number from 1; empty if there is no such file. The order does not
     * reveal the age of records whose age is not public.
     */
    async urls(part: number): Promise<{ address: string; changed: Date | null }[]> {
      await extend.run();
      const bounds = await fileBounds(section, part);
      if (!bounds) return [];
      const { from, until } = bounds;
      const found = await page.all({
        from: from.createdAt,
        fromId: from.recordId,
        until: until.createdAt,
        untilId: until.recordId,
      });
      return found.some(({ changed }) => changed) ? found : found.toSorted(byAddress);
    },
  };
};
