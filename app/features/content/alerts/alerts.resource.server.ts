import { TradeAlert } from "db/entities/trade-alert";
import { createdColumn } from "~/admin-kit/columns.server";
import { choice, currency, type Field, optionalText, text } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal } from "~/admin-kit/number-fields.server";
import { asNumber } from "~/admin-kit/record-schema.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { rolesFor } from "~/features/auth/permissions.server";
import { accessTo } from "~/features/entitlements/access.server";
import { formatNumber } from "~/ui/format";
import { contradictions } from "./alerts.rules";
import { tradeAlertSchema } from "./alerts.schema.server";

const TAGS = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** Of a locked alert nothing else is public; decisions.md, "Locking". */
const PUBLIC_PROPERTIES = ["id", "createdAt"] as const;
const LOCKED_PROPERTIES = [
  "ticker",
  "name",
  "tag",
  "targetPrice",
  "analysis",
  "holdingPeriod",
  "currentPrice",
  "dailyChange",
  "stopLoss",
  "currency",
  "updatedAt",
  "version",
] as const;

/** Specification, section 9. */
const DEFAULT_PERIOD = "1 week";

function holdingPeriod(): Field {
  const field = optionalText("holdingPeriod", {
    label: "Holding period",
    half: true,
    maxLength: 100,
    hint: `Shown as “Hold for …”. Left empty it is ${DEFAULT_PERIOD}.`,
  });
  return {
    ...field,
    initial: DEFAULT_PERIOD,
    schema: field.schema.transform((kept) => kept ?? DEFAULT_PERIOD),
  };
}

/** A call to buy or to sell; all of it but its time is for paying readers. */
export const tradeAlerts: Resource<TradeAlert> = {
  entity: TradeAlert,
  path: "trade-alert",
  names: {
    one: "trade alert",
    many: "trade alerts",
    title: "Trade Alerts",
    add: "Add trade alert",
    edit: "Edit trade alert",
  },
  roles: rolesFor("trade-alerts"),
  fields: [
    text("ticker", { label: "Ticker", maxLength: 20, half: true }),
    text("name", { label: "Name", maxLength: 300, half: true }),
    choice("tag", { label: "Direction", input: "radio", options: TAGS, initial: "buy" }),
    decimal("targetPrice", { label: "Target price", min: 0, half: true }),
    holdingPeriod(),
    text("analysis", {
      label: "Analysis",
      maxLength: 100_000,
      input: "textarea",
      hint: "A blank line starts a new paragraph. Web addresses become links.",
    }),
    optionalDecimal("currentPrice", { label: "Current price", more: true, min: 0, half: true }),
    optionalDecimal("dailyChange", {
      label: "Daily change",
      half: true,
      hint: "Per cent since the last close, as −0.24.",
      more: true,
    }),
    optionalDecimal("stopLoss", { label: "Stop loss", more: true, min: 0, half: true }),
    currency(),
  ],
  doubts: contradictions,
  columns: [
    {
      label: "Ticker",
      sort: "ticker",
      cell: derive(["ticker", "name"], ({ ticker, name }) => ({ kind: "title", text: ticker, sub: name })),
    },
    {
      label: "Direction",
      sort: "tag",
      cell: derive(["tag"], ({ tag }) => ({ kind: "side", side: tag, text: tag.toUpperCase() })),
    },
    {
      label: "Target price",
      sort: "targetPrice",
      subLabel: "Currency",
      cell: derive(["targetPrice", "currency"], ({ targetPrice, currency }) => ({
        kind: "number",
        text: formatNumber(targetPrice),
        sub: currency ?? undefined,
      })),
    },
    {
      label: "Hold for",
      cell: derive(["holdingPeriod"], ({ holdingPeriod }) => ({ kind: "text", text: holdingPeriod })),
    },
    createdColumn(),
  ],
  search: { label: "Search ticker, name or analysis", in: ["ticker", "name", "analysis"] },
  filters: [{ name: "tag", label: "Direction", options: TAGS, where: (tag) => ({ tag }) as { tag: "buy" } }],
  titleOf: derive(["tag", "name"], ({ tag, name }) => `${tag === "buy" ? "Buy" : "Sell"} ${name}`),
  deleteNote: ({ tag, ticker, name }) => `${tag.toUpperCase()} “${name}” (${ticker}). This can’t be undone.`,
  texts: {
    empty: "No trade alerts found.",
    missing: "Trade Alert not found.",
    failed: {
      load: "Failed to fetch trade alerts.",
      add: "Failed to add trade alert.",
      update: "Failed to update trade alert.",
      remove: "Failed to delete trade alert.",
    },
    done: {
      add: "Trade alert added successfully",
      update: "Trade alert updated successfully",
      remove: "Trade alert deleted successfully",
    },
  },
  schema: tradeAlertSchema,
  visibleTo: (viewer) => {
    const full = accessTo("trade alert", viewer) === "full";
    return {
      where: {},
      select: full ? [...PUBLIC_PROPERTIES, ...LOCKED_PROPERTIES] : PUBLIC_PROPERTIES,
      serialize: (row) => serializeAlert(row, full),
    };
  },
};

const serializeAlert = (row: TradeAlert, full: boolean) => ({
  _id: row.id,
  id: row.id,
  ticker: full ? row.ticker : null,
  name: full ? row.name : null,
  tag: full ? row.tag : null,
  targetPrice: full ? asNumber(row.targetPrice) : null,
  analysis: full ? row.analysis : null,
  holdingPeriod: full ? row.holdingPeriod : null,
  currentPrice: full ? asNumber(row.currentPrice) : null,
  dailyChange: full ? asNumber(row.dailyChange) : null,
  stopLoss: full ? asNumber(row.stopLoss) : null,
  currency: full ? (row.currency ?? null) : null,
  locked: !full,
  createdAt: row.createdAt.toISOString(),
  updatedAt: full ? row.updatedAt.toISOString() : null,
  version: full ? row.version : null,
});
