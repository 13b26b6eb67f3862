import { TradeAlert } from "db/entities/trade-alert";
import { createdColumn } from "~/admin-kit/columns.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { doubtOfEach } from "~/admin-kit/doubts.server";
import { choice, currency, markdown, optionalText, publicationStatus, text } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal } from "~/admin-kit/number-fields.server";
import {
  forgetPassedMinute,
  PLANNING,
  plannedFilter,
  plannedStatusColumn,
  publishAtField,
  rowsOrOut,
  serializeMinute,
} from "~/admin-kit/planning.server";
import { asNumber } from "~/admin-kit/record-schema.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { doubtAboutLiveCall } from "~/features/calls/live-call-doubts.rules.server";
import { callsOf } from "~/features/calls/record-calls.server";
import { readingOfAudience } from "~/features/companies/chart-doubts.rules.server";
import { doubtWhoseSymbol } from "~/features/markets/instruments/former-symbol-doubts.rules.server";
import { priceDoubts } from "~/features/markets/instruments/price-doubts.rules.server";
import { sharesSincePriced } from "~/features/markets/instruments/shares-since.queries.server";
import { exactPrice } from "~/ui/price-format";
import { audienceField, lockOf } from "../audience.rules.server";
import {
  callAuthorField,
  DISCLOSURE_REQUIRED,
  disclosureField,
  signNewCall,
} from "../authorship.rules.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textDoubts } from "../text-doubts.rules.server";
import { drawWrittenText } from "../written-text.server";
import { completeAlert, moveContradictions } from "./alert-figures.rules";
import { alertComesBack, contradictions } from "./alerts.rules";
import { tradeAlertSchema } from "./alerts.schema.server";

const TAGS = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** Of a locked alert nothing else is public; decisions.md, "Locking". Without its audience it counts as locked. */
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
  "author",
  "disclosure",
  "audience",
  "status",
  "publishAt",
  "updatedAt",
  "version",
] as const;

/** Specification, section 9. */
const DEFAULT_PERIOD = "1 week";

const LOCK = lockOf("trade alert");

const pricesOfAlert = (values: Readonly<Record<string, unknown>>) => {
  const { ticker = "", name = "", currency } = values as Partial<TradeAlert>;
  return { symbol: ticker, name, currency, kind: "stock" } as const;
};

/** A call to buy or to sell; all of it but its time is for paying readers. */
export const tradeAlerts: Resource<TradeAlert> = {
  entity: TradeAlert,
  path: "trade-alert",
  singular: "trade alert",
  noun: "trade-alerts",
  roles: rolesFor("trade-alerts"),
  titleOf: derive(["tag", "name"], ({ tag, name }) => `${tag === "buy" ? "Buy" : "Sell"} ${name}`),
  missing: "Trade Alert not found.",
  loadFailed: "Failed to fetch trade alerts.",
  visibleTo: (viewer) =>
    LOCK.visible<TradeAlert>(viewer, {
      where: rowsOrOut<TradeAlert>("trade-alerts.read", viewer),
      open: PUBLIC_PROPERTIES,
      all: [...PUBLIC_PROPERTIES, ...LOCKED_PROPERTIES],
    }),
  hasPreview: true,
  listing: {
    title: "Trade Alerts",
    plural: "trade alerts",
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
          text: exactPrice(targetPrice),
          sub: currency ?? undefined,
        })),
      },
      {
        label: "Hold for",
        cell: derive(["holdingPeriod"], ({ holdingPeriod }) => ({ kind: "text", text: holdingPeriod })),
      },
      plannedStatusColumn(),
      createdColumn(),
    ],
    search: { label: "Search ticker, name or analysis", in: ["ticker", "name", "analysis"] },
    filters: [
      { name: "tag", label: "Direction", options: TAGS, where: (tag) => ({ tag }) as { tag: "buy" } },
      plannedFilter(),
    ],
    empty: "No trade alerts found.",
  },
  afterWrite: callsOf("alert", (alert) => alert.status === "published" && !alert.publishAt),
  form: {
    fields: [
      text("ticker", { label: "Ticker", maxLength: 20, half: true, isSymbol: true }),
      text("name", { label: "Name", maxLength: 300, half: true }),
      choice("tag", { label: "Direction", input: "radio", options: TAGS, initial: "buy" }),
      decimal("targetPrice", { label: "Target price", min: 0, half: true }),
      optionalText("holdingPeriod", {
        label: "Holding period",
        half: true,
        maxLength: 100,
        whenEmpty: DEFAULT_PERIOD,
        hint: `Shown as “Hold for …”. Left empty it is ${DEFAULT_PERIOD}.`,
      }),
      markdown("analysis", {
        label: "Analysis",
        maxLength: 100_000,
        hint: MARKDOWN_HINT,
        draw: drawWrittenText,
      }),
      publicationStatus({ initial: "published", half: true }),
      publishAtField({ half: true }),
      audienceField(),
      callAuthorField(),
      disclosureField(),
      optionalDecimal("currentPrice", {
        label: "Current price",
        more: true,
        min: 0,
        half: true,
      }),
      optionalDecimal("dailyChange", {
        label: "Daily change",
        half: true,
        hint: "Per cent since the last close, as −0.24.",
        more: true,
      }),
      optionalDecimal("stopLoss", {
        label: "Stop loss",
        more: true,
        min: 0,
        half: true,
      }),
      currency(),
    ],
    constraints: [DISCLOSURE_REQUIRED, ...PLANNING],
    computeValues: (values, before, staff) => ({
      ...signNewCall(values, before, staff),
      ...forgetPassedMinute(values, before),
    }),
    completeValues: completeAlert,
    sharesSince: sharesSincePriced(({ pricedAt }) => pricedAt),
    doubts: [
      doubtOfEach(contradictions),
      doubtOfEach(moveContradictions),
      doubtAboutLiveCall({
        kind: "alert",
        target: { property: "targetPrice", field: "targetPrice", label: "target price" },
        direction: { property: "tag", field: "tag" },
        status: { property: "status", field: "status" },
      }),
      doubtWhoseSymbol({ symbol: "ticker", name: "name" }),
      priceDoubts(
        [
          { property: "currentPrice", label: "Current price", is: "price" },
          { property: "targetPrice", label: "Target price", is: "level" },
          { property: "stopLoss", label: "Stop loss", is: "level" },
        ],
        pricesOfAlert,
      ),
      ...textDoubts("analysis", readingOfAudience),
    ],
    add: {
      title: "Add trade alert",
      done: "Trade alert added successfully",
      failed: "Failed to add trade alert.",
    },
    update: {
      title: "Edit trade alert",
      done: "Trade alert updated successfully",
      failed: "Failed to update trade alert.",
    },
  },
  removal: {
    note: ({ tag, ticker, name }) => `${tag.toUpperCase()} “${name}” (${ticker}). ${IN_BIN}`,
    bin: alertComesBack,
    done: "Trade alert deleted successfully",
    failed: "Failed to delete trade alert.",
  },
  api: {
    schema: tradeAlertSchema,
    serialize: (row, viewer) => serializeAlert(row, LOCK.isOpen(viewer, row)),
  },
};

const serializeAlert = (row: TradeAlert, full: boolean) =>
  serializeRecord(
    row,
    {
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
      author: full ? (row.author ?? null) : null,
      disclosure: full ? (row.disclosure ?? null) : null,
      audience: full ? row.audience : null,
      status: full ? row.status : null,
      publishAt: full ? serializeMinute(row.publishAt) : null,
      locked: !full,
    },
    { hideChanges: !full },
  );
