import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { PriceSource } from "./price-source";

/** Why a source's last run returned no prices for a symbol. */
export const PriceFailure = defineEntity({
  name: "PriceFailure",
  tableName: "price_failures",
  properties: {
    source: () => p.manyToOne(PriceSource).ref().primary().deleteRule("cascade"),
    symbol: p.text().primary(),
    at: p.datetime(3).defaultRaw("now()"),
    reason: p.text(),
  },
  checks: [lengthCheck("price_failures", "symbol", 1, 40), lengthCheck("price_failures", "reason", 1, 500)],
});
export type PriceFailure = InferEntity<typeof PriceFailure>;
