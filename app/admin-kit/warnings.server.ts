import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import type { Submission } from "~/web/submission.server";
import { CONFIRMED, WARNINGS_SEEN } from "./confirmation";

/** Sentences by field name. */
export type Sentences = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, unknown>>;

/** Whether a time is today in the site's time zone, by the database's clock. */
export type IsToday = (moment: Date) => boolean;

/** A record as it would be saved, by property, and the current one for an update.
 * @property shares today's shares per share when the record got its price; 1 without a split
 */
export type Intended<Row> = { values: Values; before?: Readonly<Row>; isToday: IsToday; shares: number };

/** Today's shares per share when each record got its price. */
export type ShareRatios<Row> = (
  records: readonly Row[],
  within?: EntityManager,
) => Promise<readonly number[]>;

/** @returns 1 for records without prices or splits */
export const findShareRatios = async <Row>(
  form: { sharesSince?: ShareRatios<Row> },
  records: readonly Row[],
  within?: EntityManager,
): Promise<readonly number[]> =>
  (records.length > 0 && (await form.sharesSince?.(records, within))) || records.map(() => 1);

/**
 * Finds values that are allowed but probably wrong: docs/figures.md. It gets all records of a write, so that it needs one query.
 * @param within the transaction that locks the records, if any
 * @returns sentences for each record, in order
 */
export type WarningCheck<Row> = (
  intended: readonly Intended<Row>[],
  within?: EntityManager,
) => Promise<readonly Sentences[]>;

/** A check that needs no other records. */
export const warnEach =
  <Row>(
    sentencesOf: (
      values: Values,
      before: Readonly<Row> | undefined,
      of: Pick<Intended<Row>, "isToday" | "shares">,
    ) => Sentences | Promise<Sentences>,
  ): WarningCheck<Row> =>
  (intended) =>
    Promise.all(intended.map(({ values, before, ...of }) => sentencesOf(values, before, of)));

/** All warnings for each record; two sentences about one field are joined. */
export async function findWarnings<Row>(
  { warnings: checks = [] }: { warnings?: readonly WarningCheck<Row>[] },
  intended: readonly Intended<Row>[],
  within?: EntityManager,
): Promise<Sentences[]> {
  const found: (readonly Sentences[])[] = [];
  if (intended.length > 0) for (const check of checks) found.push(await check(intended, within));
  return intended.map((_, nth) => joinSentences(found.map((each) => each[nth] ?? {})));
}

/** Merges sentences by field. */
export function joinSentences(all: readonly Sentences[]): Sentences {
  const joined: Record<string, string> = {};
  for (const [name, sentence] of all.flatMap((sentences) => Object.entries(sentences))) {
    const first = joined[name];
    joined[name] =
      first === undefined ? sentence : `${/[.!?]$/.test(first) ? first : `${first}.`} ${sentence}`;
  }
  return joined;
}

/**
 * Reads the site's current day from the database.
 * @param within the open connection: waiting for a second one could deadlock
 */
export async function todayAtSite(within: EntityManager): Promise<IsToday> {
  const { siteTz } = config();
  const today = dayIn(siteTz, await databaseNow(within));
  // Records that were written together have one time, and a day's name takes as long as a row's checks.
  const known = new Map<number, boolean>();
  return (moment) => {
    const time = moment.getTime();
    const is = known.get(time) ?? dayIn(siteTz, moment) === today;
    known.set(time, is);
    return is;
  };
}

/** Short enough for a form with hundreds of them. */
const MARK_CHARACTERS = 10;

/** Identifies the warnings that were shown: the checkbox confirms only those. */
export const warningMark = (...asked: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, MARK_CHARACTERS);

/** Whether the checkbox confirms these warnings. A form without a mark confirms all of them. */
function isConfirmed({ values }: Pick<Submission, "values">, mark: string): boolean {
  return (
    values[CONFIRMED] === "on" && (values[WARNINGS_SEEN] === undefined || values[WARNINGS_SEEN] === mark)
  );
}

/** @throws AppError 422 with the warnings, until the checkbox is ticked. @param done the action that waits */
export function requireConfirmation(
  submission: Pick<Submission, "values">,
  warnings: Sentences,
  done = "saved",
): void {
  const mark = warningMark(...Object.entries(warnings).flat());
  if (Object.keys(warnings).length === 0 || isConfirmed(submission, mark)) return;
  throw new AppError(422, `Nothing has been ${done} yet: please check the warnings`, {
    fieldErrors: { ...warnings },
    confirm: CONFIRMED,
    asked: mark,
  });
}
