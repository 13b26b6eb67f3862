import { type RECORD_READERS, TrackRecordFigure } from "db/entities/track-record";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, int, type RowOf, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import { PUBLIC_UNTIL, publicFrom } from "./public-calls.server";
import type { Figures } from "./record.rules";

const STORED = {
  ...columns(TrackRecordFigure, "reader", "scope", "name", "settled", "gained", "total", "best", "worst"),
  ...columns(TrackRecordFigure, "median", "drawdown", "held", "compared", "above"),
};
type StoredRow = RowOf<typeof STORED>;

const FIGURES = statement("record.figures", STORED)`
  select ${STORED} from track_record_figures where settled > 0 order by reader, scope, name`;

export type Group = { name: string; figures: Figures };

/** The readers whose figures these are: see `RECORD_READERS`. */
export type TrackRecordReader = (typeof RECORD_READERS)[number];

/** The stored figures for one kind of reader, by scope. Each list is sorted by name. */
export type StoredFigures = {
  all: Figures;
  parts: Group[];
  kinds: Group[];
  lists: Group[];
  years: Group[];
  /** The numbers of calls by audience, for all readers: "buy members". */
  readers: Group[];
};

/** The stored rows, as a transaction sees them. */
export const storedFigureRows = (within?: EntityManager): Promise<StoredRow[]> => FIGURES.all({}, within);

/** The figures of the last refresh: see `ensureTrackRecordFresh`. */
export async function storedFigures(reader: TrackRecordReader): Promise<StoredFigures> {
  const rows = await storedFigureRows();
  const groups = (scope: StoredRow["scope"], whose = reader) =>
    rows
      .filter((row) => row.reader === whose && row.scope === scope)
      .map((row) => ({ name: row.name, figures: toFigures(row) }));
  const [all] = groups("all");
  return {
    all: all?.figures ?? NO_FIGURES,
    parts: groups("part"),
    kinds: groups("kind"),
    lists: groups("list"),
    years: groups("year"),
    readers: groups("readers", "private"),
  };
}

const NO_FIGURES: Figures = { settled: 0, right: 0, compared: 0 };

/** Converts a stored row to figures. */
export function toFigures({ settled, gained, compared, above, ...rest }: StoredRow): Figures {
  return {
    settled,
    right: gained,
    compared,
    winRate: (100 * gained) / settled,
    mean: rest.total / settled,
    median: rest.median ?? undefined,
    best: rest.best,
    worst: rest.worst,
    daysHeld: rest.held / settled,
    drawdown: rest.drawdown,
    ...(compared > 0 && { aboveIndex: above / compared }),
  };
}

const READERS = sql`any(${array(text)("readers")}::text[])`;

/**
 * Calls whose delay is not over, and calls held back by `isHeldBack`. The latter start from the few records
 * with a newer call.
 */
const WAITING = statement("record.waiting", { name: text, count: int.from`sum(settled)::int` })`
  select name, sum(settled)::int as count from (
    select name, settled from track_record_days
     where scope = 'readers' and name = ${READERS} and day > ${PUBLIC_UNTIL}
    union all
    select earlier.part || ' ' || earlier.audience, 1
      from calls as later join calls as earlier on earlier.kind = later.kind and earlier.record_id = later.record_id
     where later.state = 'open' and later.number > 1 and later.kind <> 'brief' and earlier.part is not null
       and earlier.part || ' ' || earlier.audience = ${READERS} and earlier.waits_from <= ${PUBLIC_UNTIL}
       and not earlier.known and later.made_at < ${publicFrom(sql`earlier`)}) as waiting
   group by name`;

/**
 * The numbers of calls that are not public yet, by audience.
 * @param readers names from `StoredFigures.readers`. @param publicDays null for never
 */
export async function waitingCalls(
  readers: readonly string[],
  publicDays: number | null,
): Promise<{ name: string; count: number }[]> {
  return readers.length === 0 ? [] : WAITING.all({ readers: [...readers], publicDays });
}
