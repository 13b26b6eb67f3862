import type { Audience } from "db/columns";
import { HAS_NOT_ENDED, PUBLISHED } from "db/published";
import { type Fragment, join, literal, type RowOf, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { CachedResults } from "~/platform/page-cache/cached-results.server";
import { IS_NOT_BINNED } from "~/platform/pictures/existing-pictures.server";

/**
 * Every column that holds a picture, and every text that can show one by its address. A test compares the
 * list with the database, so a new column needs a rule here.
 */
export const PICTURE_COLUMNS = {
  "news.image_id": "its article is published",
  "ads.image_id": "its ad is published and has not ended",
  "banners.image_id": "its banner has not ended",
  "library_pictures.image_id": "for staff; texts show it to their readers",
  "members.profile_image_id": "the account is active; its address is known to the member and to staff alone",
  "staff.portrait_id": "the account is active",
  "site_settings.logo_id": "always",
  "binned_records.image_id": "never",
} as const;

/** The same for texts: `table.column` with an index of the pictures they show. */
export const PICTURE_TEXTS = {
  "news.content": "the article is published",
  "daily_briefs.analysis": "the brief is published, to its readers; the newest sample to everybody",
  "trade_alerts.analysis": "the alert is published, to its readers",
  "site_texts.body": "it is the newest version of its page",
  "binned_records.held": "never",
} as const;

const PLACES = [
  ...["news", "ads", "banners", "library_pictures", "members", "staff", "site_settings"],
  ...["daily_briefs", "trade_alerts", "site_texts"],
] as const;
export type PicturePlace = (typeof PLACES)[number];

/** Who sees a picture in one place. `anyone`: it is published. `holders`: people who know its address, but shared caches may not store it. `members` and `private`: the audience of a text with a paywall. `staff`: people who may read the record.
 */
const READERS = ["anyone", "holders", "members", "private", "staff"] as const;
export type PictureReaders = (typeof READERS)[number];

const ROW = { place: literal(PLACES), readers: literal(READERS) };
/** @property readers who see it there */
export type Showing = RowOf<typeof ROW>;

const IMAGE = uuid("id");

const word = (text: PicturePlace | PictureReaders) => raw(`'${text}'`);

/** A place where it is the record's picture. @param open when people other than staff see it */
const ownPicture = (
  column: keyof typeof PICTURE_COLUMNS,
  readers: PictureReaders,
  open: Fragment<object>,
) => {
  const [table, name] = column.split(".") as [PicturePlace, string];
  return sql`
  (select ${word(table)} as place, case when ${open} then ${word(readers)} else ${word("staff")} end as readers
     from ${raw(table)} where ${raw(name)} = ${IMAGE})`;
};

/** A place where texts show it, once; unpublished texts do not count. */
const inText = (column: keyof typeof PICTURE_TEXTS, readers: PictureReaders, open: Fragment<object>) => {
  const [table, name] = column.split(".") as [PicturePlace, string];
  return sql`
  (select ${word(table)}, ${word(readers)} from ${raw(table)}
    where pictures_in(${raw(name)}) @> array[${IMAGE}::uuid::text] and ${open} limit 1)`;
};

const isFor = (audience: Audience) => sql`${PUBLISHED} and audience = ${raw(`'${audience}'`)}`;

const NEWEST_SAMPLE = sql`id = (select id from daily_briefs where is_sample and ${PUBLISHED}
  order by created_at desc, id desc limit 1)`;
const NEWEST_VERSION = sql`number = (select max(number) from site_texts newer where newer.page = site_texts.page)`;

const FIND = statement("pictures.showings", ROW)`
  select ${ROW} from (${join(
    [
      ownPicture("news.image_id", "anyone", PUBLISHED),
      ownPicture("ads.image_id", "anyone", sql`status = 'published' and ${HAS_NOT_ENDED}`),
      ownPicture("banners.image_id", "anyone", HAS_NOT_ENDED),
      ownPicture("library_pictures.image_id", "staff", sql`true`),
      ownPicture("members.profile_image_id", "holders", sql`status = 'active'`),
      ownPicture("staff.portrait_id", "anyone", sql`status = 'active'`),
      ownPicture("site_settings.logo_id", "anyone", sql`true`),
      inText("news.content", "anyone", PUBLISHED),
      inText("daily_briefs.analysis", "members", isFor("members")),
      inText("daily_briefs.analysis", "private", isFor("private")),
      inText("daily_briefs.analysis", "anyone", NEWEST_SAMPLE),
      inText("trade_alerts.analysis", "members", isFor("members")),
      inText("trade_alerts.analysis", "private", isFor("private")),
      inText("site_texts.body", "anyone", NEWEST_VERSION),
    ],
    sql` union all `,
  )}) as showing where ${IS_NOT_BINNED}`;

/** Pictures whose places are cached. */
const MOST_KEPT = 5_000;
const kept = new CachedResults<Showing[]>(MOST_KEPT);

/** Accounts send no change notices. */
const OF_PEOPLE: readonly PicturePlace[] = ["members", "staff"];

const mayBeKept = (showings: readonly Showing[]) =>
  showings.some(({ readers }) => readers !== "staff") &&
  showings.every(({ place }) => !OF_PEOPLE.includes(place));

/** The places of a picture and who sees them, by one indexed query. What readers see is cached until the content changes, like pages.
 * @param id a UUID
 */
export const findShowings = (id: string): Promise<Showing[]> =>
  kept.get(id, () => FIND.allPrepared({ id }), mayBeKept);
