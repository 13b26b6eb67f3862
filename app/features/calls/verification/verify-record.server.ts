import { Call } from "db/entities/call";
import { TrackRecordDay } from "db/entities/track-record";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, day, decimal, type Fragment, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { RECORD_START } from "~/features/calls/track-record/record.queries.server";
import { type Figures, RunningFigures, resultOf } from "~/features/calls/track-record/record.rules";
import {
  keptFigure,
  keptRows,
  type RecordReader,
} from "~/features/calls/track-record/record-figures.queries.server";
import { enteredOn } from "../levels.queries.server";

/** What the kept figures were computed by; nothing is said of them while a day is marked. */
const BASIS = statement("verify-record.basis", { index: uuid.orNull, zone: text, marked: bool })`
  select index_id as index, zone, exists (select from track_record_marks) as marked from track_record_basis`;

const PAGE = 2_000;

/** The last close until a day, of a week at most; by another way than the kept figures go. */
const closeUntil = (on: Fragment<object>) => sql`
  (select (array_agg(close order by day desc))[1] from daily_prices
    where instrument_id = ${uuid.orNull("index")} and day between ${on} - 6 and ${on})`;

const CLOSED = {
  ...columns(Call, "id", "direction", "list", "audience", "counted", "countedByYear"),
  enteredOn: day.from`entered_on`,
  kind: literal(["alert", "pick"]),
  endedOn: day.present.from`ended_on`,
  entryPrice: decimal.present.from`entry_price`,
  closePrice: decimal.present.from`close_price`,
  closeRatio: decimal.present.from`close_ratio`,
  indexFrom: decimal.orNull.from`${closeUntil(sql`entered_on`)}`,
  indexTo: decimal.orNull.from`${closeUntil(sql`ended_on`)}`,
};
type ClosedRow = RowOf<typeof CLOSED>;

const CALLS = statement("verify-record.calls", CLOSED)`
  select ${CLOSED} from (
    select *, ${enteredOn(sql`calls`)} as entered_on from calls
     where state <> 'open' and state = 'closed' and kind <> 'brief' and entry_price > 0
       and (ended_on, id) > (${day("afterDay")}::date, ${uuid("afterId")}::uuid)
     order by ended_on, id limit ${PAGE}) as closed
   order by ended_on, id`;

/** Where the kept figures differ from the calls: "record, part buy: settled is 3, its calls say 4"; "…, part buy for everybody: …". */
export async function verifyRecord(manager: EntityManager): Promise<string[]> {
  const basis = await BASIS.first({}, manager);
  if (!basis || basis.marked) return [];
  const kept = await keptRows(manager);
  const scopes = new Map(kept.map((row) => [keyOf(row), new Scope(keptFigure(row), isCount(row.scope))]));
  const days = new DaysCheck(manager);
  for await (const row of closedCalls(basis, manager)) {
    const keys = keysOf(row);
    for (const key of keys) {
      const scope = scopes.get(key) ?? new Scope(undefined, isCount(key));
      scopes.set(key, scope);
      scope.add(row);
    }
    await days.add(
      row,
      keys.filter((key) => !isCount(key)),
    );
  }
  const figures = [...scopes].flatMap(([key, scope]) =>
    scope.differences().map((found) => `${key}: ${found}`),
  );
  return [...figures, ...(await days.problems()), ...(await wrongCounts(manager))].map(
    (found) => `record, ${found}`,
  );
}

async function* closedCalls(basis: { index: string | null; zone: string }, manager: EntityManager) {
  for (let after = RECORD_START; ; ) {
    const page = await CALLS.all({ ...basis, afterDay: after.day, afterId: after.id }, manager);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = { day: last.endedOn, id: last.id };
  }
}

/** Of who may read them calls are counted, and nothing else. @param key or its scope alone */
const isCount = (key: string): boolean => key.startsWith("readers");

type Key = { reader: RecordReader; scope: string; name: string };

/** Private's are those of all calls, and need no word for it. */
const keyOf = ({ reader, scope, name }: Key): string =>
  `${scope} ${name}`.trim() + (reader === "private" ? "" : ` for ${reader}`);

/** Whose figures a call is in, and whether it is in those of its year. */
function readersOf({
  audience,
  counted,
  countedByYear,
}: ClosedRow): { reader: RecordReader; ofYear: boolean }[] {
  const isMembers = audience === "members";
  return [
    { reader: "private", ofYear: true },
    ...(isMembers || counted ? [{ reader: "members" as const, ofYear: isMembers || countedByYear }] : []),
    ...(counted ? [{ reader: "everybody" as const, ofYear: countedByYear }] : []),
  ];
}

function keysOf(call: ClosedRow): string[] {
  const { kind, direction, list, audience, endedOn } = call;
  const part = kind === "pick" ? "pick" : direction;
  return readersOf(call).flatMap(({ reader, ofYear }) =>
    [
      { scope: "all", name: "" },
      { scope: "part", name: part },
      { scope: "kind", name: kind },
      ...(ofYear ? [{ scope: "year", name: endedOn.slice(0, 4) }] : []),
      ...(reader === "private" ? [{ scope: "readers", name: `${part} ${audience}` }] : []),
      ...(list === null ? [] : [{ scope: "list", name: list }]),
    ].map((of) => keyOf({ reader, ...of })),
  );
}

const KEPT_DAY = {
  ...columns(TrackRecordDay, "reader", "scope", "name", "day", "settled", "gained", "total", "best", "worst"),
  ...columns(TrackRecordDay, "drawdown", "held", "compared", "above", "peak", "trough"),
};
type KeptDay = RowOf<typeof KEPT_DAY>;

const KEPT_DAYS = statement("verify-record.days", KEPT_DAY)`
  select ${KEPT_DAY} from track_record_days
   where day > ${day("after")}::date and day <= ${day("until")}::date and scope <> 'readers' order by day, reader, scope, name`;

/** Holds what is kept of days against the calls that ended on them, which it is told one after another, in the order of days. */
class DaysCheck {
  private readonly found: string[] = [];
  private told = new Map<string, DayCalls>();
  private day = "-infinity";
  private lookedUntil = "-infinity";

  constructor(private readonly manager: EntityManager) {}

  async add(row: ClosedRow, keys: readonly string[]): Promise<void> {
    if (row.endedOn !== this.day) await this.look(this.day);
    this.day = row.endedOn;
    for (const key of keys) {
      const calls = this.told.get(key) ?? new DayCalls();
      this.told.set(key, calls);
      calls.add(row);
    }
  }

  /** "part buy for everybody on 2026-09-03: settled is 3, its calls say 2". Once all calls were told. */
  async problems(): Promise<string[]> {
    await this.look(this.day);
    await this.look("infinity");
    return this.found;
  }

  private async look(until: string): Promise<void> {
    const rows = await KEPT_DAYS.all({ after: this.lookedUntil, until }, this.manager);
    for (const row of rows) {
      const calls = row.day === this.day ? this.told.get(keyOf(row)) : undefined;
      this.note(keyOf(row), row.day, (calls ?? new DayCalls()).differences(row));
      if (calls) this.told.delete(keyOf(row));
    }
    for (const [key, calls] of this.told) this.note(key, this.day, calls.differences(undefined));
    this.told = new Map();
    this.lookedUntil = until;
  }

  private note(key: string, on: string, differences: readonly string[]): void {
    this.found.push(...differences.map((difference) => `${key} on ${on}: ${difference}`));
  }
}

/** The calls of one day and scope. */
class DayCalls {
  private readonly running = new RunningFigures();
  private sum = 0;
  private peak = Number.NEGATIVE_INFINITY;
  private trough = Number.POSITIVE_INFINITY;
  /** Of the record it begins at nought, of a day at its first result: what was before is another day's. */
  private drawdown = 0;

  add(row: ClosedRow): void {
    this.running.add(row);
    this.sum += resultOf(row);
    this.peak = Math.max(this.peak, this.sum);
    this.trough = Math.min(this.trough, this.sum);
    this.drawdown = Math.max(this.drawdown, this.peak - this.sum);
  }

  differences(kept: KeptDay | undefined): string[] {
    const { peak, trough, drawdown } = this;
    const told = { ...this.running.figures(), drawdown, peak, trough };
    const figures = kept && {
      ...keptFigure({ ...kept, median: null }),
      peak: kept.peak,
      trough: kept.trough,
    };
    return differencesOf(figures ?? { settled: 0 }, told);
  }
}

const COUNTED_DAY = { name: text, day, kept: int, told: int };

/** What waits from a day, by who may read it: of no other figure anybody reads the days. */
const WRONG_COUNTS = statement("verify-record.wrong-counts", COUNTED_DAY)`
  select name, day, coalesce(kept, 0) as kept, coalesce(told, 0) as told
    from (select name, day, settled as kept from track_record_days where scope = 'readers' and reader = 'private') as days
    full join (
      select part || ' ' || audience as name, waits_from as day, count(*)::int as told
        from calls where part is not null group by 1, 2) as counted using (name, day)
   where kept is distinct from told order by day, name`;

async function wrongCounts(manager: EntityManager): Promise<string[]> {
  const found = await WRONG_COUNTS.all({}, manager);
  return found.map(
    ({ name, day: on, kept, told }) => `readers ${name} on ${on}: settled is ${kept}, its calls say ${told}`,
  );
}

/** As far as sums of the same figures in another order may differ. */
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-7 * Math.max(1, Math.abs(one), Math.abs(other));

/** @param kept what differs is named by these two. @param names all that either has, unless said otherwise */
const differencesOf = <Name extends string>(
  kept: { [name in Name]?: number },
  told: { [name in Name]?: number },
  names = Object.keys({ ...told, ...kept }) as Name[],
): string[] =>
  names
    .filter((name) => kept[name] !== told[name])
    .filter((name) => !isSame(kept[name] ?? Number.NaN, told[name] ?? Number.NaN))
    .map((name) => `${name} is ${kept[name]}, its calls say ${told[name]}`);

/** What is kept of some calls, and what these calls say, told one after another: the memory of a few figures. */
class Scope {
  private readonly running = new RunningFigures();
  private readonly middle: MiddleCheck | undefined;

  /** @param isCounted whether nothing but a count is kept of it */
  constructor(
    private readonly kept: Figures | undefined,
    private readonly isCounted: boolean,
  ) {
    this.middle = kept?.median === undefined ? undefined : new MiddleCheck(kept.median);
  }

  add(call: ClosedRow): void {
    this.running.add(call);
    this.middle?.add(resultOf(call));
  }

  private compared(figures: Figures): (keyof Figures)[] {
    if (this.isCounted) return ["settled"];
    return (Object.keys(figures) as (keyof Figures)[]).filter((name) => name !== "median");
  }

  differences(): string[] {
    const told = this.running.figures();
    const kept: Figures = this.kept ?? { settled: 0, right: 0, compared: 0 };
    const differing = differencesOf(kept, told, this.compared({ ...told, ...kept }));
    if (!this.isCounted && kept.settled > 0 && !this.middle) differing.push("median is not there");
    if (this.middle && !this.middle.holds())
      differing.push(`median is ${kept.median}, which is not the middle`);
    return differing;
  }
}

/** Whether a figure is the middle of others, or the mean of the middle two, without keeping them. */
export class MiddleCheck {
  private below = 0;
  private above = 0;
  private at = 0;
  private nextBelow = Number.NEGATIVE_INFINITY;
  private nextAbove = Number.POSITIVE_INFINITY;

  constructor(private readonly middle: number) {}

  add(value: number): void {
    if (isSame(value, this.middle)) this.at += 1;
    else if (value < this.middle) {
      this.below += 1;
      this.nextBelow = Math.max(this.nextBelow, value);
    } else {
      this.above += 1;
      this.nextAbove = Math.min(this.nextAbove, value);
    }
  }

  holds(): boolean {
    const half = (this.below + this.at + this.above) / 2;
    if (this.below < half && this.above < half) return true;
    return (
      this.at === 0 && this.below === this.above && isSame((this.nextBelow + this.nextAbove) / 2, this.middle)
    );
  }
}
