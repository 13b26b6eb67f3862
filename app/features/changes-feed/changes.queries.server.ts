import { RECORD_CHANGES } from "db/entities/record-change";
import { em } from "db/orm.server";
import { float, int, literal, type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

const NUMBERS = {
  databaseId: uuid.orNull.from`database_id`,
  newest: float.from`newest::float8`,
  swept: float.from`swept::float8`,
  timeline: int.orNull,
  formerTimeline: int.orNull.from`former_timeline`,
  branchedAt: float.orNull.from`branched_at::float8`,
};
const READ_NUMBERS = statement("changes-feed.numbers", NUMBERS)`
  select ${NUMBERS} from change_numbers where one = 1`;

export type Numbers = RowOf<typeof NUMBERS> & { databaseId: string };

const NAME_DATABASE = command("changes-feed.name-database")`
  update change_numbers set database_id = gen_random_uuid() where one = 1 and database_id is null`;

/**
 * Which database it is, the newest number, the last one whose change is forgotten, and its timelines.
 * Never read from the replica, which may not have what the caller has read before.
 */
export async function readNumbers(): Promise<Numbers> {
  const numbers = await READ_NUMBERS.first({}, em());
  if (!numbers) throw new Error("The row of change_numbers is missing");
  const { databaseId, ...counted } = numbers;
  if (databaseId) return { databaseId, ...counted };
  await NAME_DATABASE.run({}, em());
  return readNumbers();
}

const CHANGE = {
  number: float.from`number::float8`,
  kind: text,
  recordId: uuid.from`record_id`,
  change: literal(RECORD_CHANGES),
  shown: literal(RECORD_CHANGES).orNull,
  reach: int,
  at: timestamp,
};
const AFTER = statement("changes-feed.after", CHANGE)`
  select ${CHANGE} from record_changes where number > ${int("number")} order by number limit ${int("limit")}`;

/** The numbered changes after this number, in order, for every kind of reader. */
export const changesAfter = (number: number, limit: number, manager = em()) =>
  AFTER.all({ number, limit }, manager);
