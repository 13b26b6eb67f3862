import { MOVER_TYPES, Mover } from "db/entities/mover";
import { createdColumn } from "~/admin-kit/columns.server";
import { openRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { externalId, externalIdConstraint } from "~/admin-kit/external-id.server";
import { choice, text } from "~/admin-kit/fields.server";
import { decimal } from "~/admin-kit/number-fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { warnEach } from "~/admin-kit/warnings.server";
import { rolesFor } from "~/auth/permissions.server";
import { formatVolume } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { priceWarnings } from "./instruments/price-warnings.rules.server";
import { sharesSincePriced } from "./instruments/shares-since.queries.server";
import { completeMover, moverContradictions } from "./mover-figures.rules";
import { MOVER_TITLES, moverChange } from "./movers.rules";

const TYPES = MOVER_TYPES.map((value) => ({ value, label: MOVER_TITLES[value] }));

/** A mover in the API; specification, section 3. */
const MOVER = openRecord({
  entity: Mover,
  name: "MarketMover",
  description: "A stock among those that rose most, fell most or were traded most.",
  filters: ["moverType", "name", "externalId"],
  fields: [
    choice("moverType", {
      label: "List",
      options: TYPES,
      initial: "gainers",
      input: "radio",
      description: "Its list.",
      example: "gainers",
    }),
    text("name", {
      label: "Name",
      maxLength: 300,
      half: true,
      description: "The security.",
      example: "Harbour Foods",
    }),
    decimal("last", {
      price: "price",
      label: "Last",
      half: true,
      description: "The last price.",
      example: 23.75,
    }),
    decimal("changePercent", {
      label: "Change %",
      half: true,
      hint: "Losers are always shown as negative, whatever sign you type.",
      notation: "percent",
      description: "Percentage change since the last close. Losers are shown as negative, whatever the sign.",
      example: 6.1,
    }),
    decimal("volume", {
      label: "Volume",
      half: true,
      hint: "You can use K, M and B. Empty means 0.",
      notation: "volume",
      min: 0,
      initial: "0",
      description: "The traded volume; 0 if unknown.",
      example: 4_180_000,
    }),
    externalId(),
  ],
});

/** Gainers, losers and the most active, public for all readers. */
export const movers: Resource<Mover> = {
  entity: Mover,
  path: "market-movers",
  singular: "market mover",
  noun: "movers",
  roles: rolesFor("movers"),
  titleOf: derive(["name"], ({ name }) => name),
  missing: "Market mover not found.",
  loadFailed: "Failed to load market movers",
  visibleTo: () => ({
    where: {},
    select: MOVER.properties,
  }),
  listing: {
    title: "Market Movers",
    plural: "movers",
    parent: { label: "Dashboard", to: "/admin" },
    columns: [
      {
        label: "Name",
        sort: "name",
        cell: derive(["name", "moverType"], ({ name, moverType }) => ({
          kind: "title",
          text: name,
          sub: MOVER_TITLES[moverType],
        })),
      },
      {
        label: "Last",
        sort: "last",
        field: "last",
        cell: derive(["last"], ({ last }) => ({ kind: "number", text: exactPrice(last) })),
      },
      {
        label: "Change",
        sort: "changePercent",
        field: "changePercent",
        cell: derive(["moverType", "changePercent"], ({ moverType, changePercent }) => ({
          kind: "change",
          ...moverChange(moverType, changePercent),
        })),
      },
      {
        label: "Volume",
        sort: "volume",
        cell: derive(["volume"], ({ volume }) => ({ kind: "number", text: formatVolume(volume) })),
      },
      createdColumn(),
    ],
    search: { label: "Search name", in: ["name"] },
    filters: [
      {
        name: "moverType",
        label: "List",
        options: TYPES,
        where: (value) => ({ moverType: TYPES.find((type) => type.value === value)?.value }),
      },
    ],
    empty: "No data found.",
  },
  form: {
    fields: MOVER.fields,
    constraints: [externalIdConstraint("movers", "market mover")],
    completeValues: completeMover,
    sharesSince: sharesSincePriced(({ updatedAt }) => updatedAt),
    warnings: [
      warnEach(moverContradictions),
      priceWarnings(MOVER.fields, ({ name }) => ({
        symbol: null,
        name: String(name),
        kind: "stock",
      })),
    ],
    add: {
      title: "Add market mover",
      done: "Market mover added successfully",
      failed: "Failed to add market mover",
    },
    update: {
      title: "Edit market mover",
      done: "Market mover updated successfully",
      failed: "Failed to update market mover",
    },
  },
  paste: {
    key: ["name"],
    within: "moverType",
    assumed: "moverType",
    synonyms: {
      name: ["company", "stock", "security", "instrument"],
      last: ["price", "lastprice", "close"],
      changePercent: ["chg%", "%chg", "%change", "changepct", "pctchange", "%", "change"],
      volume: ["vol"],
      moverType: ["type", "movertype"],
    },
  },
  removal: {
    note: ({ name, moverType }) => `“${name}” in ${MOVER_TITLES[moverType]}. ${IN_BIN}`,
    bin: () => "as it was",
    done: "Market mover deleted successfully",
    failed: "Failed to delete market mover",
  },
  api: {
    schema: MOVER.schema,
    filters: MOVER.filters,
    serialize: MOVER.serialize,
  },
};
