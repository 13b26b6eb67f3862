import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/**
 * What settled calls are added up by: all of them, a part of the record (`calls.part`), a kind, a list of picks, a year of their
 * ends; and, of all of them alone, the part and audience of who may read them before they are public, "buy members": these are
 * counted, and nothing else, on the days from which they wait.
 */
export const RECORD_SCOPES = ["all", "part", "kind", "list", "year", "readers"] as const;

/**
 * Whose figures they are: each has those of the one before, and of more calls. Everybody's are of what is `counted`, members' of what is
 * for members as well, Private's of all.
 */
export const RECORD_READERS = ["everybody", "members", "private"] as const;

/** Per cent and points, which are added up: their last digits say nothing. */
const points = () => p.float().columnType("double precision");

const scope = () => ({
  reader: oneOf(RECORD_READERS).primary(),
  scope: oneOf(RECORD_SCOPES).primary(),
  name: p.text().primary(),
});

/** Results are in per cent, and what is made of them in points. */
const sums = () => ({
  settled: p.integer(),
  gained: p.integer(),
  /** Sum of results. */
  total: points(),
  best: points(),
  worst: points(),
  /** The deepest fall of the sum of results below an earlier one. */
  drawdown: points(),
  /** Sum of the days that calls were held. */
  held: points(),
  /** Calls for which the index is known on both days, and the sum of what they were above it. */
  compared: p.integer(),
  above: points(),
});

/** The calls of a scope that ended on a day (of `readers`: that wait from it), in the order of their ids. Only `keepRecord` writes it. */
export const TrackRecordDay = defineEntity({
  name: "TrackRecordDay",
  tableName: "track_record_days",
  properties: {
    ...scope(),
    day: p.date().primary(),
    ...sums(),
    /** The highest and the lowest sum of results after one of the day's calls, counted from the day's beginning. */
    peak: points(),
    trough: points(),
  },
  indexes: [{ properties: ["day"] }],
});
export type TrackRecordDay = InferEntity<typeof TrackRecordDay>;

/** All calls of a scope. Only `keepRecord` writes it. */
export const TrackRecordFigure = defineEntity({
  name: "TrackRecordFigure",
  tableName: "track_record_figures",
  properties: {
    ...scope(),
    ...sums(),
    /** Not of `readers`. */
    median: points().nullable(),
    /** One of its days was computed anew, and it was not. */
    outdated: p.boolean().default(false),
  },
});
export type TrackRecordFigure = InferEntity<typeof TrackRecordFigure>;

/**
 * Days of which the kept figures are not those of the calls. Triggers on `calls` and on the index's prices add rows, so that nobody
 * waits for anybody; `keepRecord` takes them away.
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

/** What the kept figures were computed by; one row. Another index or zone makes all of them another. */
export const TrackRecordBasis = defineEntity({
  name: "TrackRecordBasis",
  tableName: "track_record_basis",
  properties: {
    single: p.boolean().primary().default(true),
    /** The index's instrument; not a reference, since one that is gone is one more reason to compute all anew. */
    indexId: p.uuid().nullable(),
    zone: p.text(),
  },
  checks: [{ name: "track_record_basis_single", expression: "single = true" }],
});
export type TrackRecordBasis = InferEntity<typeof TrackRecordBasis>;
