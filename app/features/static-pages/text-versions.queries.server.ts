import { SiteSetting, TEXT_PAGES } from "db/entities/site-setting";
import { SiteText } from "db/entities/site-text";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, literal, type RowOf } from "db/sql";
import { statement } from "db/statement.server";
import { STATIC_PAGES, type StaticPageName } from "./static-pages.rules";
import { OWN_TEXTS } from "./static-pages.server";

const LINE = columnsAs("t", SiteText, "page", "number", "staffName", "restoredFrom", "createdAt");
/** A version without its text. */
export type TextVersion = RowOf<typeof LINE>;

const PAGE = literal(TEXT_PAGES)("page");

const NEWEST = statement("site-texts.newest", LINE)`
  select ${LINE} from site_settings s cross join lateral (
    select * from site_texts where page = s.section order by number desc limit 1) as t`;

/** The newest version of each page that has one. */
export const newestVersions = (): Promise<TextVersion[]> => NEWEST.all();

const OF_PAGE = statement("site-texts.of-page", LINE)`
  select ${LINE} from site_texts t where t.page = ${PAGE} and t.number < ${int("before")}::int
   order by t.number desc limit ${int("limit")}`;

/** The versions of a page before a given one, newest first. */
export const versionsBefore = (page: StaticPageName, before: number, limit: number): Promise<TextVersion[]> =>
  OF_PAGE.all({ page, before, limit });

const WHOLE = { ...LINE, ...columnsAs("t", SiteText, "body") };
const BY_NUMBER = statement("site-texts.by-number", WHOLE)`
  select ${WHOLE} from site_texts t where t.page = ${PAGE} and t.number = ${int("number")}`;

export type WholeVersion = Pick<TextVersion, "number"> & { body: string; line?: TextVersion };

/** One version with its text; 0 is the default text. */
export async function versionOfText(
  page: StaticPageName,
  number: number,
  within?: EntityManager,
): Promise<WholeVersion | undefined> {
  if (number === 0) return { number, body: OWN_TEXTS[page] };
  const found = await BY_NUMBER.first({ page, number }, within);
  if (!found) return undefined;
  const { body, ...line } = found;
  return { number, body, line };
}

const SAVED = {
  ...columnsAs("s", SiteSetting, "version"),
  number: int.from`coalesce((select max(number) from site_texts where page = s.section), 0)::int`,
};
const CURRENT = statement("site-texts.current", SAVED)`
  select ${SAVED} from site_settings s where s.section = ${PAGE}`;

/** The published version, on which a save is based. */
export async function currentText(page: StaticPageName): Promise<WholeVersion & { version: number }> {
  const current = await CURRENT.first({ page });
  const whole = await versionOfText(page, current?.number ?? 0);
  if (!current || !whole) throw new Error(`The settings have no row for ${page}`);
  return { ...whole, version: current.version };
}

/** Every page with its newest version, if there is one. */
export async function pagesWithVersions(): Promise<{ page: StaticPageName; newest?: TextVersion }[]> {
  const newest = await newestVersions();
  return STATIC_PAGES.map((page) => ({ page, newest: newest.find((version) => version.page === page) }));
}
