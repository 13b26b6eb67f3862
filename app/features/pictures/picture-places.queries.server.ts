import type { Audience } from "db/columns";
import { HAS_NOT_ENDED, PUBLISHED } from "db/published";
import { type Fragment, join, literal, type RowOf, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { KeptAnswers } from "~/platform/page-cache/kept-answers.server";
import { IS_NOT_BINNED } from "~/platform/pictures/kept-pictures.server";

/**
 * Every column that holds a picture, and every text that can show one by its address. A test compares the list with the database, so a
 * new column has its rule here before it can be used.
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

/** The same of texts: `table.column` of those with an index of the pictures that they show. */
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

/**
 * Who sees a picture in one place. `anyone`: it is published. `holders`: whoever knows its address, but no cache may keep it for others.
 * `members` and `private`: the audience of a locked text. `staff`: who may read the record.
 */
const READERS = ["anyone", "holders", "members", "private", "staff"] as const;
export type PictureReaders = (typeof READERS)[number];

const ROW = { place: literal(PLACES), readers: literal(READERS) };
/** @property readers who see it there */
export type Showing = RowOf<typeof ROW>;

const IMAGE = uuid("id");

const word = (text: PicturePlace | PictureReaders) => raw(`'${text}'`);

/** The place where it is the record's own picture. @param open when others than staff see it */
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

/** The place where texts show it, once; those that nobody reads are none. */
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

/** Of so many pictures it is in memory who sees them. */
const MOST_KEPT = 5_000;
const kept = new KeptAnswers<Showing[]>(MOST_KEPT);

/** Accounts are no content: nobody is told when one changes. */
const OF_PEOPLE: readonly PicturePlace[] = ["members", "staff"];

const mayBeKept = (showings: readonly Showing[]) =>
  showings.some(({ readers }) => readers !== "staff") &&
  showings.every(({ place }) => !OF_PEOPLE.includes(place));

/**
 * Where a picture stands, and who sees it there. One statement by indexes alone; what readers see is remembered until the content that
 * shows it changes, as pages are.
 * @param id a UUID
 */
export const showingsOf = (id: string): Promise<Showing[]> =>
  kept.get(id, () => FIND.allPrepared({ id }), mayBeKept);
