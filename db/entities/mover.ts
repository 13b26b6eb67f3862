import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  decimal,
  decimalCheck,
  editableColumns,
  externalId,
  externalIdCheck,
  lengthCheck,
  lowered,
  oneOf,
  orderIndex,
  prefixIndex,
  sortIndex,
} from "../columns";
import { Instrument } from "./instrument";

export const MOVER_TYPES = ["gainers", "losers", "mostactive"] as const;
export type MoverType = (typeof MOVER_TYPES)[number];

/** The movers of one kind that readers see first. */
const first = (kind: MoverType, order: string) =>
  orderIndex({
    table: "movers",
    name: `first_${kind}`,
    order: `${order}, id`,
    where: `mover_type = '${kind}'`,
  });

/**
 * A security that moved. `changePercent` is in per cent. It may be positive for losers, which are shown as
 * negative.
 */
export const Mover = defineEntity({
  name: "Mover",
  tableName: "movers",
  properties: {
    ...editableColumns(),
    name: p.text(),
    lowerName: lowered("name"),
    last: decimal(),
    changePercent: decimal(),
    volume: decimal().default("0"),
    moverType: oneOf(MOVER_TYPES),
    /** The mover's instrument; triggers set it. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action").index(),
    externalId: externalId(),
  },
  checks: [
    lengthCheck("movers", "name", 1, 300),
    decimalCheck("movers", "last"),
    decimalCheck("movers", "change_percent"),
    decimalCheck("movers", "volume"),
    { name: "movers_volume_range", expression: "volume >= 0" },
    externalIdCheck("movers"),
  ],
  uniques: [{ name: "movers_external_id_unique", properties: ["externalId"] }],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    { properties: ["moverType", "createdAt", "id"] },
    first("gainers", "change_percent desc"),
    first("losers", "abs(change_percent) desc"),
    first("mostactive", "volume desc"),
    containsIndex("movers", "name"),
    prefixIndex("movers", "name"),
    ...["name", "last", "change_percent", "volume"].map((column) =>
      sortIndex("movers", column, "mover_type, created_at"),
    ),
  ],
});
export type Mover = InferEntity<typeof Mover>;
