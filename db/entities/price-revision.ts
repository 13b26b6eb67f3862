import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Instrument } from "./instrument";

/**
 * An instrument of which a past price or split is another one than it was: its closed calls are still to be looked at from this
 * place on, in the order of the day up to which prices may change them. Triggers write it.
 */
export const PriceRevision = defineEntity({
  name: "PriceRevision",
  tableName: "price_revisions",
  properties: {
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade"),
    day: p.date(),
    callId: p.uuid().default("00000000-0000-0000-0000-000000000000"),
  },
});
export type PriceRevision = InferEntity<typeof PriceRevision>;
