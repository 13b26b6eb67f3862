import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import type { Submission } from "~/web/submission.server";
import { CONFIRMED, WARNINGS_SEEN } from "./confirmation";

/** Sentences by the fields that they are about, named as forms and the API name them. */
export type Sentences = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, unknown>>;

/** Whether a moment is of today at the site, by the database's clock. */
export type IsToday = (moment: Date) => boolean;

/**
 * A record as it would be written, by property, and as it is, for an update.
 * @property shares how many of today's shares one has become since the record got its price; 1 where no split came between
 */
export type Intended<Row> = { values: Values; before?: Readonly<Row>; isToday: IsToday; shares: number };

/** For each record, how many of today's shares one has become since it got its price. */
export type ShareRatios<Row> = (
  records: readonly Row[],
  within?: EntityManager,
) => Promise<readonly number[]>;

/** @returns 1 where records say no prices, or no split came */
export const findShareRatios = async <Row>(
  form: { sharesSince?: ShareRatios<Row> },
  records: readonly Row[],
  within?: EntityManager,
): Promise<readonly number[]> =>
  (records.length > 0 && (await form.sharesSince?.(records, within))) || records.map(() => 1);

/**
 * What is allowed but hardly meant: docs/figures.md. It gets all records of a write at once, so that it looks up what it
 * needs in one question.
 * @param within the transaction that holds the records, where one does
 * @returns sentences for each of them, in their order
 */
export type WarningCheck<Row> = (
  intended: readonly Intended<Row>[],
  within?: EntityManager,
) => Promise<readonly Sentences[]>;

/** A warning about a record that needs no look at others. */
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

/** All that is in doubt about records, for each of them; two sentences about one field are joined. */
export async function findWarnings<Row>(
  { warnings: checks = [] }: { warnings?: readonly WarningCheck<Row>[] },
  intended: readonly Intended<Row>[],
  within?: EntityManager,
): Promise<Sentences[]> {
  const found: (readonly Sentences[])[] = [];
  if (intended.length > 0) for (const check of checks) found.push(await check(intended, within));
  return intended.map((_, nth) => joinSentences(found.map((each) => each[nth] ?? {})));
}

/** Sentences of several, together by field. */
export function joinSentences(all: readonly Sentences[]): Sentences {
  const joined: Record<string, string> = {};
  for (const [name, sentence] of all.flatMap((sentences) => Object.entries(sentences))) {
    const said = joined[name];
    joined[name] = said === undefined ? sentence : `${/[.!?]$/.test(said) ? said : `${said}.`} ${sentence}`;
  }
  return joined;
}

/** Asks the database once what day it is at the site. @param within whoever holds a connection must not wait for another */
export async function todayAtSite(within: EntityManager): Promise<IsToday> {
  const { siteTz } = config();
  const today = dayIn(siteTz, await databaseNow(within));
  return (moment) => dayIn(siteTz, moment) === today;
}

/** Short enough for a form with hundreds of them. */
const MARK_CHARACTERS = 10;

/** Tells what was asked from what would be asked now: a tick is an answer to the sentences beside it, and to no others. */
export const warningMark = (...asked: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, MARK_CHARACTERS);

/** Whether the box of a form is ticked for just what is asked. A form that does not say what it was asked means all of it. */
function isConfirmed({ values }: Pick<Submission, "values">, mark: string): boolean {
  return (
    values[CONFIRMED] === "on" && (values[WARNINGS_SEEN] === undefined || values[WARNINGS_SEEN] === mark)
  );
}

/** @throws AppError 422 with what is in doubt by field, until the box is ticked. @param done what was not done yet */
export function requireConfirmation(
  submission: Pick<Submission, "values">,
  warnings: Sentences,
  done = "saved",
): void {
  const asked = warningMark(...Object.entries(warnings).flat());
  if (Object.keys(warnings).length === 0 || isConfirmed(submission, asked)) return;
  throw new AppError(422, `Nothing was ${done} yet: please look once more`, {
    fieldErrors: { ...warnings },
    confirm: CONFIRMED,
    asked,
  });
}
