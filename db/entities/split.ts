import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { decimal, decimalCheck } from "../columns";
import { Instrument } from "./instrument";

/** From `day` on there are `ratio` shares for each earlier one: 2 is two for one, 0.1 one for ten. */
export const Split = defineEntity({
  name: "Split",
  tableName: "splits",
  properties: {
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade"),
    day: p.date().primary(),
    ratio: decimal(),
  },
  checks: [decimalCheck("splits", "ratio"), { name: "splits_ratio_range", expression: "ratio > 0" }],
});
export type Split = InferEntity<typeof Split>;
