import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { orderIndex } from "../columns";
import { Instrument } from "./instrument";
import { Member } from "./member";

/**
 * A company on a member's watchlist. Of one that was merged into another, lists show the other; an hourly task
 * moves the rows.
 */
export const WatchedInstrument = defineEntity({
  name: "WatchedInstrument",
  tableName: "watched_instruments",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade").index(),
    /** The list begins with the highest. */
    place: p.integer(),
    createdAt: p.datetime(3).defaultRaw("now()"),
  },
  indexes: [
    orderIndex({
      table: "watched_instruments",
      name: "place",
      order: "member_id, place desc, instrument_id",
    }),
  ],
});
export type WatchedInstrument = InferEntity<typeof WatchedInstrument>;
