import { Call } from "db/entities/call";
import { TrackRecordDay } from "db/entities/track-record";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, day, decimal, type Fragment, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { TRACK_RECORD_START } from "~/features/calls/track-record/record.queries.server";
import { type Figures, RunningFigures, resultOf } from "~/features/calls/track-record/record.rules";
import {
  storedFigureRows,
  type TrackRecordReader,
  toFigures,
} from "~/features/calls/track-record/record-figures.queries.server";
import { enteredOn } from "../levels.queries.server";

/** The basis of the stored figures. There is no comparison while a day is marked. */
const BASIS = statement("verify-record.basis", { index: uuid.orNull, zone: text, marked: bool })`
  select index_id as index, zone, exists (select from track_record_marks) as marked from track_record_basis`;

const PAGE = 2_000;

/** The last close up to a day, at most a week old. A different query than for the stored figures. */
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

/**
 * The differences between stored figures and calls: "record, part buy: settled is 3, its calls say 4"; "…,
 * part buy for everybody: …".
 */
export async function verifyTrackRecord(manager: EntityManager): Promise<string[]> {
  const basis = await BASIS.first({}, manager);
  if (!basis || basis.marked) return [];
  const stored = await storedFigureRows(manager);
  const scopes = new Map(
    stored.map((row) => [figureKey(row), new Scope(toFigures(row), isCount(row.scope))]),
  );
  const days = new DaysCheck(manager);
  for await (const row of closedCalls(basis, manager)) {
    const keys = figureKeys(row);
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
  for (let after = TRACK_RECORD_START; ; ) {
    const page = await CALLS.all({ ...basis, afterDay: after.day, afterId: after.id }, manager);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = { day: last.endedOn, id: last.id };
  }
}

/** The scope `readers` has counts only. @param key a key, or its scope alone */
const isCount = (key: string): boolean => key.startsWith("readers");

type Key = { reader: TrackRecordReader; scope: string; name: string };

/** The private figures cover all calls, so their key has no suffix. */
const figureKey = ({ reader, scope, name }: Key): string =>
  `${scope} ${name}`.trim() + (reader === "private" ? "" : ` for ${reader}`);

/** The readers whose figures include a call, and whether its year's figures do. */
function callReaders({
  audience,
  counted,
  countedByYear,
}: ClosedRow): { reader: TrackRecordReader; ofYear: boolean }[] {
  const isMembers = audience === "members";
  return [
    { reader: "private", ofYear: true },
    ...(isMembers || counted ? [{ reader: "members" as const, ofYear: isMembers || countedByYear }] : []),
    ...(counted ? [{ reader: "everybody" as const, ofYear: countedByYear }] : []),
  ];
}

function figureKeys(call: ClosedRow): string[] {
  const { kind, direction, list, audience, endedOn } = call;
  const part = kind === "pick" ? "pick" : direction;
  return callReaders(call).flatMap(({ reader, ofYear }) =>
    [
      { scope: "all", name: "" },
      { scope: "part", name: part },
      { scope: "kind", name: kind },
      ...(ofYear ? [{ scope: "year", name: endedOn.slice(0, 4) }] : []),
      ...(reader === "private" ? [{ scope: "readers", name: `${part} ${audience}` }] : []),
      ...(list === null ? [] : [{ scope: "list", name: list }]),
    ].map((of) => figureKey({ reader, ...of })),
  );
}

const STORED_DAY = {
  ...columns(TrackRecordDay, "reader", "scope", "name", "day", "settled", "gained", "total", "best", "worst"),
  ...columns(TrackRecordDay, "drawdown", "held", "compared", "above", "peak", "trough"),
};
type StoredDay = RowOf<typeof STORED_DAY>;

const STORED_DAYS = statement("verify-record.days", STORED_DAY)`
  select ${STORED_DAY} from track_record_days
   where day > ${day("after")}::date and day <= ${day("until")}::date and scope <> 'readers' order by day, reader, scope, name`;

/**
 * Compares the stored days with the calls that ended on them. Takes the calls one by one, in the order of
 * days.
 */
class DaysCheck {
  private readonly found: string[] = [];
  private computed = new Map<string, DayCalls>();
  private day = "-infinity";
  private lookedUntil = "-infinity";

  constructor(private readonly manager: EntityManager) {}

  async add(row: ClosedRow, keys: readonly string[]): Promise<void> {
    if (row.endedOn !== this.day) await this.look(this.day);
    this.day = row.endedOn;
    for (const key of keys) {
      const calls = this.computed.get(key) ?? new DayCalls();
      this.computed.set(key, calls);
      calls.add(row);
    }
  }

  /** "part buy for everybody on 2026-09-03: settled is 3, its calls say 2". Run this after the last call. */
  async problems(): Promise<string[]> {
    await this.look(this.day);
    await this.look("infinity");
    return this.found;
  }

  private async look(until: string): Promise<void> {
    const rows = await STORED_DAYS.all({ after: this.lookedUntil, until }, this.manager);
    for (const row of rows) {
      const calls = row.day === this.day ? this.computed.get(figureKey(row)) : undefined;
      this.note(figureKey(row), row.day, (calls ?? new DayCalls()).differences(row));
      if (calls) this.computed.delete(figureKey(row));
    }
    for (const [key, calls] of this.computed) this.note(key, this.day, calls.differences(undefined));
    this.computed = new Map();
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
  /**
   * The total drawdown starts at zero, a day's at its first result, because earlier results belong to other
   * days.
   */
  private drawdown = 0;

  add(row: ClosedRow): void {
    this.running.add(row);
    this.sum += resultOf(row);
    this.peak = Math.max(this.peak, this.sum);
    this.trough = Math.min(this.trough, this.sum);
    this.drawdown = Math.max(this.drawdown, this.peak - this.sum);
  }

  differences(stored: StoredDay | undefined): string[] {
    const { peak, trough, drawdown } = this;
    const computed = { ...this.running.figures(), drawdown, peak, trough };
    const figures = stored && {
      ...toFigures({ ...stored, median: null }),
      peak: stored.peak,
      trough: stored.trough,
    };
    return figureDifferences(figures ?? { settled: 0 }, computed);
  }
}

const COUNTED_DAY = { name: text, day, kept: int, told: int };

/** Waiting calls by day and audience; these are the only counts per day that are read. */
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

/** Whether two sums are equal, apart from rounding in a different order. */
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-7 * Math.max(1, Math.abs(one), Math.abs(other));

/** @param stored the difference names both values. @param names all names in either, by default */
const figureDifferences = <Name extends string>(
  stored: { [name in Name]?: number },
  computed: { [name in Name]?: number },
  names = Object.keys({ ...computed, ...stored }) as Name[],
): string[] =>
  names
    .filter((name) => stored[name] !== computed[name])
    .filter((name) => !isSame(stored[name] ?? Number.NaN, computed[name] ?? Number.NaN))
    .map((name) => `${name} is ${stored[name]}, its calls say ${computed[name]}`);

/** The stored figures of a scope and those of its calls, added one by one, in constant memory. */
class Scope {
  private readonly running = new RunningFigures();
  private readonly middle: MiddleCheck | undefined;

  /** @param isCounted whether the scope stores a count only */
  constructor(
    private readonly stored: Figures | undefined,
    private readonly isCounted: boolean,
  ) {
    this.middle = stored?.median === undefined ? undefined : new MiddleCheck(stored.median);
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
    const computed = this.running.figures();
    const stored: Figures = this.stored ?? { settled: 0, right: 0, compared: 0 };
    const differing = figureDifferences(stored, computed, this.compared({ ...computed, ...stored }));
    if (!this.isCounted && stored.settled > 0 && !this.middle) differing.push("median is missing");
    if (this.middle && !this.middle.holds())
      differing.push(`median is ${stored.median}, which is not the middle result`);
    return differing;
  }
}

/** Checks in constant memory whether a value is the median of others. */
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
