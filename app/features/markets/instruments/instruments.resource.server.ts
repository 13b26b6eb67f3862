import { COUNTED_RECORDS, INSTRUMENT_KINDS, Instrument, type InstrumentKind } from "db/entities/instrument";
import { createdColumn } from "~/admin-kit/columns.server";
import { choice, currency, optionalDay, optionalText, text } from "~/admin-kit/fields.server";
import { derive, type Editable, type Removable, type StoredList } from "~/admin-kit/resource.server";
import { rolesFor } from "~/auth/permissions.server";
import { DASH, formatCount } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { warnAboutTakenSymbol } from "./former-symbol-warnings.rules.server";
import { saveFormerSymbol } from "./former-symbols.server";
import { KIND_LABELS, normalizeSymbol } from "./instrument.rules";
import { warnAboutRelabelling } from "./relabelled-warnings.server";

const KINDS = INSTRUMENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

const countText = (count: number) => `${formatCount(count)}${count < COUNTED_RECORDS ? "" : "+"}`;

/**
 * Everything that has a price. Merged instruments are not listed: their symbols lead to the remaining one.
 */
export const instruments: StoredList<Instrument> & Editable<Instrument> & Removable<Instrument> = {
  entity: Instrument,
  path: "instruments",
  singular: "instrument",
  noun: "markets",
  roles: rolesFor("markets"),
  titleOf: derive(["symbol"], ({ symbol }) => symbol),
  missing: "Instrument not found.",
  loadFailed: "Failed to fetch instruments",
  visibleTo: () => ({
    where: { mergedInto: null },
    select: [
      ...(["id", "symbol", "name", "kind", "exchange", "currency", "nextResultsOn"] as const),
      ...(["latestClose", "latestDay", "recordCount", "createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Instruments",
    plural: "instruments",
    parent: { label: "Markets", to: "/admin/market" },
    columns: [
      {
        label: "Symbol",
        subLabel: "Name",
        sort: "symbol",
        cell: derive(["symbol", "name"], ({ symbol, name }) => ({ kind: "title", text: symbol, sub: name })),
      },
      {
        label: "Kind",
        subLabel: "Exchange",
        sort: "kind",
        cell: derive(["kind", "exchange"], ({ kind, exchange }) => ({
          kind: "text",
          text: KIND_LABELS[kind as InstrumentKind],
          sub: exchange ?? undefined,
        })),
      },
      {
        label: "Currency",
        cell: derive(["currency"], ({ currency }) => ({ kind: "text", text: currency ?? DASH })),
      },
      {
        label: "Latest close",
        subLabel: "Day",
        cell: derive(["latestClose", "latestDay"], ({ latestClose, latestDay }) => ({
          kind: "number",
          text: exactPrice(latestClose),
          day: latestDay ?? undefined,
        })),
      },
      {
        label: "Records",
        cell: derive(["recordCount"], ({ recordCount }) => ({
          kind: "number",
          text: countText(recordCount),
        })),
      },
      createdColumn(),
    ],
    search: { label: "Search symbol or name", in: ["symbol", "name"] },
    filters: [
      {
        name: "kind",
        label: "Kind",
        options: KINDS,
        where: (kind) => ({ kind: kind as InstrumentKind }),
      },
    ],
    empty: "No instruments found.",
  },
  form: {
    fields: [
      text("symbol", {
        label: "Symbol",
        half: true,
        maxLength: 20,
        hint: "Records with this ticker belong to this instrument. Its former symbols still lead here.",
        isSymbol: true,
      }),
      text("name", { label: "Name", half: true, maxLength: 300 }),
      choice("kind", { label: "Kind", half: true, options: KINDS, initial: "stock" }),
      optionalText("exchange", { label: "Exchange", half: true, maxLength: 100 }),
      { ...currency(), more: false },
      optionalDay("nextResultsOn", {
        label: "Next results",
        half: true,
        hint: "The day the company reports its results. Readers see it until that day is over.",
      }),
    ],
    computeValues: ({ symbol }) => (typeof symbol === "string" ? { symbol: normalizeSymbol(symbol) } : {}),
    constraints: [
      {
        // Only the index can check the symbols of other instruments.
        check: "instruments_symbol_unique",
        field: "symbol",
        isViolated: () => false,
        message: "Another instrument has this symbol. If both are the same instrument, merge them.",
      },
    ],
    warnings: [warnAboutTakenSymbol, warnAboutRelabelling],
    add: {
      title: "Add instrument",
      done: "Instrument added successfully",
      failed: "Failed to save instrument",
    },
    update: {
      title: "Edit instrument",
      done: "Instrument updated successfully",
      failed: "Failed to save instrument",
    },
  },
  afterWrite: saveFormerSymbol,
  removal: {
    note: ({ symbol, name }) => `“${symbol}”, ${name}, and its daily prices. This can’t be undone.`,
    done: "Instrument deleted successfully",
    failed: "Failed to delete instrument",
  },
};
