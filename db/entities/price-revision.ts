import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Instrument } from "./instrument";

/**
 * An instrument with a changed past price or split. Its closed calls are rechecked from this position on,
 * ordered by the last day whose price may change them. Triggers write it.
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
