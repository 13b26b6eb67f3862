import { type RECORD_READERS, TrackRecordFigure } from "db/entities/track-record";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, int, type RowOf, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import { PUBLIC_UNTIL, publicFrom } from "./public-calls.server";
import type { Figures } from "./record.rules";

const KEPT = {
  ...columns(TrackRecordFigure, "reader", "scope", "name", "settled", "gained", "total", "best", "worst"),
  ...columns(TrackRecordFigure, "median", "drawdown", "held", "compared", "above"),
};
type Kept = RowOf<typeof KEPT>;

const FIGURES = statement("record.figures", KEPT)`
  select ${KEPT} from track_record_figures where settled > 0 order by reader, scope, name`;

export type Group = { name: string; figures: Figures };

/** Whose figures: see `RECORD_READERS`. */
export type RecordReader = (typeof RECORD_READERS)[number];

/** The kept figures of the record for one kind of reader, by what they are figures of. Each list in the order of its names. */
export type KeptFigures = {
  all: Figures;
  parts: Group[];
  kinds: Group[];
  lists: Group[];
  years: Group[];
  /** How many calls there are by who may read them before they are public, whoever asks: "buy members". */
  readers: Group[];
};

/** The rows that are kept, as a transaction sees them. */
export const keptRows = (within?: EntityManager): Promise<Kept[]> => FIGURES.all({}, within);

/** As they were last computed: see `bringRecordUpToDate`. */
export async function keptFigures(reader: RecordReader): Promise<KeptFigures> {
  const rows = await keptRows();
  const groups = (scope: Kept["scope"], whose = reader) =>
    rows
      .filter((row) => row.reader === whose && row.scope === scope)
      .map((row) => ({ name: row.name, figures: keptFigure(row) }));
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

/** The figures that a row holds. */
export function keptFigure({ settled, gained, compared, above, ...kept }: Kept): Figures {
  return {
    settled,
    right: gained,
    compared,
    winRate: (100 * gained) / settled,
    mean: kept.total / settled,
    median: kept.median ?? undefined,
    best: kept.best,
    worst: kept.worst,
    daysHeld: kept.held / settled,
    drawdown: kept.drawdown,
    ...(compared > 0 && { aboveIndex: above / compared }),
  };
}

const READERS = sql`any(${array(text)("readers")}::text[])`;

/** Those that have not waited for their days, and others that are held back: of the rule of `isHeldBack`, by the few records that are called anew. */
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
 * How many calls are not public yet, by who may read them.
 * @param readers those of `KeptFigures.readers` that are asked about. @param publicDays null for never
 */
export async function waitingCalls(
  readers: readonly string[],
  publicDays: number | null,
): Promise<{ name: string; count: number }[]> {
  return readers.length === 0 ? [] : WAITING.all({ readers: [...readers], publicDays });
}
