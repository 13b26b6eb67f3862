import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/**
 * The scopes of the totals of settled calls: all, a part of the track record (`calls.part`), a kind, a pick
 * list, or a year of their ends. `readers` totals calls that only some readers may see before they are
 * public, by part and audience: "buy members". It holds only a count, by the day from which they wait.
 */
export const RECORD_SCOPES = ["all", "part", "kind", "list", "year", "readers"] as const;

/**
 * The audience of the figures. Each includes the figures of the one before, and more calls: for everybody
 * those in `counted`, for members also the members' calls, for Private all calls.
 */
export const RECORD_READERS = ["everybody", "members", "private"] as const;

/** Per cent and points. Sums of them are exact only up to their last digits. */
const points = () => p.float().columnType("double precision");

const scope = () => ({
  reader: oneOf(RECORD_READERS).primary(),
  scope: oneOf(RECORD_SCOPES).primary(),
  name: p.text().primary(),
});

/** Results are in per cent, and figures derived from them in points. */
const sums = () => ({
  settled: p.integer(),
  gained: p.integer(),
  /** Sum of results. */
  total: points(),
  best: points(),
  worst: points(),
  /** The deepest fall of the running sum of results from an earlier peak. */
  drawdown: points(),
  /** Sum of the days for which calls were held. */
  held: points(),
  /** Calls for which the index is known on both days, and the sum of their results above the index. */
  compared: p.integer(),
  above: points(),
});

/**
 * The calls of a scope that ended on a day (`readers`: that wait from it), ordered by id. Only `refreshTrackRecord`
 * writes it.
 */
export const TrackRecordDay = defineEntity({
  name: "TrackRecordDay",
  tableName: "track_record_days",
  properties: {
    ...scope(),
    day: p.date().primary(),
    ...sums(),
    /**
     * The highest and the lowest running sum of results after each of the day's calls, from the day's
     * beginning.
     */
    peak: points(),
    trough: points(),
  },
  indexes: [{ properties: ["day"] }],
});
export type TrackRecordDay = InferEntity<typeof TrackRecordDay>;

/** The totals of a scope. Only `refreshTrackRecord` writes it. */
export const TrackRecordFigure = defineEntity({
  name: "TrackRecordFigure",
  tableName: "track_record_figures",
  properties: {
    ...scope(),
    ...sums(),
    /** Null for `readers`. */
    median: points().nullable(),
    /** One of the scope's days was recomputed, but this row is not updated yet. */
    outdated: p.boolean().default(false),
  },
});
export type TrackRecordFigure = InferEntity<typeof TrackRecordFigure>;

/**
 * Days whose stored figures no longer match their calls. Triggers on `calls` and on the index's prices add
 * rows, so writers never wait for each other. `refreshTrackRecord` removes them.
 */
export const TrackRecordMark = defineEntity({
  name: "TrackRecordMark",
  tableName: "track_record_marks",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    fromDay: p.date(),
    /** Null for no end. */
    untilDay: p.date().nullable(),
  },
});
export type TrackRecordMark = InferEntity<typeof TrackRecordMark>;

/** The settings of the stored figures; one row. Another index or time zone makes them all outdated. */
export const TrackRecordBasis = defineEntity({
  name: "TrackRecordBasis",
  tableName: "track_record_basis",
  properties: {
    single: p.boolean().primary().default(true),
    /** The index's instrument. No foreign key: a deleted index is a reason to recompute everything. */
    indexId: p.uuid().nullable(),
    zone: p.text(),
  },
  checks: [{ name: "track_record_basis_single", expression: "single = true" }],
});
export type TrackRecordBasis = InferEntity<typeof TrackRecordBasis>;
