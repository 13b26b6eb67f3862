import { QUOTE_CATEGORIES, Quote } from "db/entities/quote";
import { categoryFilter, createdColumn } from "~/admin-kit/columns.server";
import { asOptions, choice, currency, figure, optionalFigure, text } from "~/admin-kit/fields.server";
import { type Resource, shown } from "~/admin-kit/resource.server";
import { DESK } from "~/features/auth/viewer.server";
import { directionOf, formatPrice, formatSigned, formatVolume, UNKNOWN } from "~/ui/format";
import { readPercent, readVolume } from "./parse-numbers.rules";
import { decimalsOf, staleWords } from "./quotes.rules";
import { quoteForm } from "./quotes.schema.server";

/** A JSON number of an exact decimal; the wire knows no other. */
const number = (value: string | null | undefined) =>
  value === null || value === undefined ? null : Number(value);

/** The quotes of the markets table, open to every reader. */
export const quotes: Resource<Quote> = {
  entity: Quote,
  path: "market",
  names: {
    one: "market",
    many: "quotes",
    title: "Markets",
    add: "Add market",
    edit: "Edit market",
  },
  under: { label: "Dashboard", to: "/admin" },
  roles: { read: DESK, write: DESK, remove: DESK },
  fields: [
    choice("category", {
      label: "Category",
      half: true,
      options: asOptions(QUOTE_CATEGORIES),
      initial: "Indices",
    }),
    text("name", { label: "Name", maxLength: 300, half: true }),
    figure("last", { label: "Last", half: true, hint: "Commas are left out: 46,218.40 is 46218.40." }),
    figure("volume", {
      label: "Volume",
      half: true,
      hint: "K, M and B are understood: 612.4M is 612400000. Empty is 0.",
      read: readVolume,
      atLeast: 0,
      initial: "0",
    }),
    optionalFigure("high", { label: "High", half: true }),
    optionalFigure("low", { label: "Low", half: true }),
    optionalFigure("change", {
      label: "Change",
      half: true,
      hint: "Since the last close, in the unit of the price.",
    }),
    optionalFigure("changePercent", {
      label: "Change %",
      half: true,
      hint: "With or without the percent sign; what cannot be read counts as 0.",
      read: readPercent,
    }),
    currency(),
  ],
  check: ({ low, high }): Record<string, string> =>
    typeof low === "string" && typeof high === "string" && Number(low) > Number(high)
      ? { high: "High must not be below Low" }
      : {},
  columns: [
    {
      label: "Name",
      sort: "name",
      cell: shown(["name", "category"], ({ name, category }) => ({
        kind: "title",
        text: name,
        sub: category,
      })),
    },
    {
      label: "Last",
      sort: "last",
      under: "Currency",
      cell: shown(["last", "currency"], ({ last, currency }) => ({
        kind: "number",
        text: formatPrice(last, decimalsOf(last)),
        sub: currency ?? undefined,
      })),
    },
    {
      label: "Change",
      sort: "changePercent",
      cell: shown(["changePercent"], ({ changePercent }) =>
        changePercent == null
          ? { kind: "change", text: UNKNOWN }
          : {
              kind: "change",
              text: `${formatSigned(changePercent)}%`,
              direction: directionOf(changePercent),
            },
      ),
    },
    {
      label: "Volume",
      sort: "volume",
      cell: shown(["volume"], ({ volume }) => ({ kind: "number", text: formatVolume(volume) })),
    },
    {
      label: "Updated",
      sort: "updatedAt",
      cell: shown([], ({ updatedAt }) => ({
        kind: "time",
        iso: updatedAt.toISOString(),
        warning: staleWords(updatedAt, new Date()) && "Stale",
      })),
    },
    createdColumn(),
  ],
  search: { label: "Search name", in: ["name"] },
  filters: [categoryFilter(QUOTE_CATEGORIES)],
  titleOf: shown(["name"], ({ name }) => name),
  describe: ({ name, category }) => `“${name}” in ${category}. This can’t be undone.`,
  texts: {
    empty: "No markets found.",
    missing: "Market not found.",
    failed: {
      load: "Failed to fetch markets",
      add: "Failed to save market",
      update: "Failed to save market",
      remove: "Failed to delete market.",
    },
    done: {
      add: "Market added successfully",
      update: "Market updated successfully",
      remove: "Market deleted successfully",
    },
  },
  record: quoteForm,
  visibleTo: () => ({
    where: {},
    select: [
      ...(["id", "category", "name", "last", "high", "low", "change", "changePercent", "volume"] as const),
      "currency",
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
    wire: (row) => ({
      _id: row.id,
      id: row.id,
      category: row.category,
      name: row.name,
      last: number(row.last),
      high: number(row.high),
      low: number(row.low),
      change: number(row.change),
      changePercent: number(row.changePercent),
      volume: number(row.volume),
      currency: row.currency ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    }),
  }),
};
