import { INSTRUMENT_KINDS } from "db/entities/instrument";
import {
  PRICE_SOURCE_DAYS,
  PRICE_SOURCE_KINDS,
  PriceSource,
  type PriceSourceKind,
} from "db/entities/price-source";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { choice, currency, flag, lines, optionalChoice, optionalText, text } from "~/admin-kit/fields.server";
import { wholeNumber } from "~/admin-kit/number-fields.server";
import { derive, type Editable, type Removable, type StoredList } from "~/admin-kit/resource.server";
import { rolesFor } from "~/auth/permissions.server";
import { config } from "~/platform/config.server";
import { DASH, formatCount } from "~/ui/format";
import { KIND_LABELS } from "../instruments/instrument.rules";
import { priceSourceConstraints } from "./price-source.constraints.server";
import {
  nextRunText,
  priceSourcePath,
  SOURCE_DAYS_LABELS,
  SOURCE_KIND_LABELS,
  siteTime,
} from "./price-source.rules";

const KINDS = PRICE_SOURCE_KINDS.map((value) => ({ value, label: SOURCE_KIND_LABELS[value] }));

const SCOPES = [
  { value: "all", label: "All instruments" },
  { value: "kind", label: "Instruments of one kind" },
  { value: "list", label: "A list of symbols" },
];

const INSTRUMENT_KIND_OPTIONS = [
  { value: "", label: "None" },
  ...INSTRUMENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];

const DAYS = PRICE_SOURCE_DAYS.map((value) => ({ value, label: SOURCE_DAYS_LABELS[value] }));

const columnField = (name: string, label: string, usual: string) =>
  optionalText(name, {
    label: `Column of ${label}`,
    more: true,
    half: true,
    maxLength: 60,
    hint: `For a generic CSV, if the column is not called ${usual}.`,
  });

/** The last run; a run in progress has no end yet. */
function lastRunCell(source: Pick<PriceSource, "runStartedAt" | "runEndedAt">): Cell {
  if (!source.runStartedAt) return { kind: "text", text: "Never" };
  if (!source.runEndedAt) return { kind: "badge", tone: "plain", text: "In progress" };
  return { kind: "time", iso: source.runEndedAt.toISOString() };
}

/** Characters of an error in the list; the source's page shows all of it. */
const LISTED_ERROR = 100;

const shortened = (error: string) =>
  error.length > LISTED_ERROR ? `${error.slice(0, LISTED_ERROR).toWellFormed().trimEnd()}…` : error;

const RUN_FIGURES = ["runStartedAt", "runWritten", "runUnchanged", "runFailed"] as const;

/** Sources of automatically fetched prices. Keys are never stored. */
export const priceSources: StoredList<PriceSource> & Editable<PriceSource> & Removable<PriceSource> = {
  entity: PriceSource,
  path: "price-sources",
  singular: "price source",
  noun: "markets",
  roles: rolesFor("markets"),
  titleOf: derive(["name"], ({ name }) => name),
  missing: "Price source not found.",
  loadFailed: "Failed to fetch price sources",
  visibleTo: () => ({
    where: {},
    select: [
      ...(["id", "name", "kind", "url", "currency", "scope", "instrumentKind", "symbols"] as const),
      ...(["dayColumn", "closeColumn", "highColumn", "lowColumn", "volumeColumn"] as const),
      ...(["hour", "days", "lookbackDays", "requestsPerMinute", "active"] as const),
      ...(["runDay", "runStartedAt", "runEndedAt", "runWritten", "runUnchanged", "runFailed"] as const),
      ...(["lastError", "createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Price sources",
    plural: "price sources",
    parent: { label: "Markets", to: "/admin/market" },
    detailPath: derive([], ({ id }) => priceSourcePath(id)),
    columns: [
      {
        label: "Name",
        subLabel: "Kind",
        sort: "name",
        cell: derive(["name", "kind"], ({ name, kind }) => ({
          kind: "title",
          text: name,
          sub: SOURCE_KIND_LABELS[kind as PriceSourceKind],
        })),
      },
      {
        label: "Next run",
        cell: derive(["active", "hour", "days", "runDay"], (source) => ({
          kind: "text",
          text: nextRunText(source, siteTime(config().siteTz, new Date())),
        })),
      },
      { label: "Last run", cell: derive(["runStartedAt", "runEndedAt"], lastRunCell) },
      {
        label: "New prices",
        subLabel: "Unchanged",
        cell: derive(RUN_FIGURES, ({ runStartedAt, runWritten, runUnchanged }) => ({
          kind: "number",
          text: runStartedAt ? formatCount(runWritten) : DASH,
          sub: runStartedAt ? `${formatCount(runUnchanged)} unchanged` : undefined,
        })),
      },
      {
        label: "Failed",
        cell: derive(RUN_FIGURES, ({ runStartedAt, runFailed }) => ({
          kind: "number",
          text: runStartedAt ? formatCount(runFailed) : DASH,
        })),
      },
      {
        label: "Last error",
        cell: derive(["lastError"], ({ lastError }) => ({
          kind: "text",
          text: lastError ? shortened(lastError) : DASH,
        })),
      },
      createdColumn(),
    ],
    search: { label: "Search name", in: ["name"] },
    empty: "No price sources found.",
  },
  form: {
    fields: [
      text("name", {
        label: "Name",
        half: true,
        maxLength: 60,
        hint: "Shown as the source of its prices. The key for “Alpha Vantage” is set in PRICE_SOURCE_KEY_ALPHA_VANTAGE.",
      }),
      choice("kind", { label: "Kind", half: true, options: KINDS, initial: "csv" }),
      text("url", {
        label: "URL",
        maxLength: 2000,
        hint: "Must include {symbol}. It can also include {key}, {from} and {to}. Prices must be as traded, not adjusted for splits.",
      }),
      choice("scope", { label: "Instruments", half: true, options: SCOPES, initial: "all" }),
      optionalChoice("instrumentKind", {
        label: "Kind of instrument",
        half: true,
        options: INSTRUMENT_KIND_OPTIONS,
        message: "Choose the kind of instrument",
      }),
      lines("symbols", {
        label: "Symbols",
        one: "symbol",
        maxLines: 1000,
        maxLength: 60,
        hint: "For a list: one symbol per line. If the source uses another name, write SPX = I:SPX.",
      }),
      choice("days", { label: "Days", half: true, options: DAYS, initial: "tue-sat" }),
      wholeNumber("hour", {
        label: "Hour",
        half: true,
        min: 0,
        max: 23,
        initial: 6,
        hint: "In the site’s time zone. The run starts within that hour and fetches prices for days that have ended both there and in UTC.",
      }),
      wholeNumber("lookbackDays", {
        label: "Days to request",
        half: true,
        min: 1,
        max: 3650,
        initial: 30,
        hint: "Counted back from the last complete day. Only prices that differ are saved.",
      }),
      wholeNumber("requestsPerMinute", {
        label: "Requests per minute",
        half: true,
        min: 1,
        max: 600,
        initial: 5,
        hint: "The maximum. Each instrument takes one request.",
      }),
      flag("active", { label: "Runs automatically", initial: true }),
      { ...currency(), hint: "Three letters, if all prices of the source are in one currency." },
      columnField("dayColumn", "days", "day or date"),
      columnField("closeColumn", "closes", "close"),
      columnField("highColumn", "highs", "high"),
      columnField("lowColumn", "lows", "low"),
      columnField("volumeColumn", "volumes", "volume"),
    ],
    constraints: priceSourceConstraints,
    add: {
      title: "Add price source",
      done: "Price source added successfully",
      failed: "Failed to save price source",
    },
    update: {
      title: "Edit price source",
      done: "Price source updated successfully",
      failed: "Failed to save price source",
    },
  },
  removal: {
    note: ({ name }) => `“${name}”. Prices already fetched are kept. This can’t be undone.`,
    done: "Price source deleted successfully",
    failed: "Failed to delete price source",
  },
};
