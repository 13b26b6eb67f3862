import { TradeAlert } from "db/entities/trade-alert";
import { createdColumn } from "~/admin-kit/columns.server";
import { lockedRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { choice, currency, markdown, optionalText, publicationStatus, text } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal } from "~/admin-kit/number-fields.server";
import {
  clearPastPublishTime,
  publishAtField,
  SCHEDULE_CONSTRAINTS,
  scheduleFilter,
  scheduleStatusColumn,
  visibleFromPublishing,
} from "~/admin-kit/publish-time.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { warnEach } from "~/admin-kit/warnings.server";
import { workingCopyFilter } from "~/admin-kit/working-copies/copy-list.server";
import { can, rolesFor } from "~/auth/permissions.server";
import { callCell } from "~/features/calls/call-cell.rules.server";
import { warnAboutLiveCall } from "~/features/calls/live-call-warnings.rules.server";
import { recordCallsAfterWrite } from "~/features/calls/record-calls.server";
import { readingForAudience } from "~/features/companies/chart-warnings.rules.server";
import { warnAboutSymbol } from "~/features/markets/instruments/former-symbol-warnings.rules.server";
import { priceWarnings } from "~/features/markets/instruments/price-warnings.rules.server";
import { sharesSincePriced } from "~/features/markets/instruments/shares-since.queries.server";
import { exactPrice } from "~/ui/price-format";
import { audienceField, paywallFor } from "../audience.rules.server";
import {
  callAuthorField,
  DISCLOSURE_REQUIRED,
  disclosureField,
  signNewCall,
} from "../authorship.rules.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textWarnings } from "../text-warnings.rules.server";
import { drawWrittenText } from "../written-text.server";
import { completeAlert, moveContradictions } from "./alert-figures.rules";
import { canRestoreAlert, contradictions } from "./alerts.rules";

const TAGS = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** Specification, section 9. */
const DEFAULT_PERIOD = "1 week";

const PAYWALL = paywallFor("trade alert");

/**
 * Behind the paywall only id and time are public. Without its audience an alert
 * counts as locked.
 */
const ALERT = lockedRecord({
  entity: TradeAlert,
  name: "TradeAlert",
  description: "A call to buy or sell.",
  filters: ["status", "tag", "ticker"],
  open: [],
  fields: [
    text("ticker", {
      label: "Ticker",
      maxLength: 20,
      half: true,
      isSymbol: true,
      description: "The symbol.",
      example: "VLTA",
    }),
    text("name", {
      label: "Name",
      maxLength: 300,
      half: true,
      description: "The company.",
      example: "Volta Storage",
    }),
    choice("tag", {
      label: "Direction",
      input: "radio",
      options: TAGS,
      initial: "buy",
      description: "The direction of the trade.",
      example: "buy",
    }),
    decimal("targetPrice", {
      label: "Target price",
      min: 0,
      half: true,
      price: "level",
      description: "Where we would close the trade.",
      example: 64,
    }),
    optionalText("holdingPeriod", {
      label: "Holding period",
      half: true,
      maxLength: 100,
      whenEmpty: DEFAULT_PERIOD,
      hint: `Shown as “Hold for …”. Leave empty for ${DEFAULT_PERIOD}.`,
      description: "How long to hold.",
      example: "3 weeks",
    }),
    markdown("analysis", {
      label: "Analysis",
      maxLength: 100_000,
      hint: MARKDOWN_HINT,
      draw: drawWrittenText,
      description: "The reasons for the call.",
      example: "The order book is full until spring, and the price does not reflect it.",
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
      price: "price",
      description: "The price when it was last updated.",
      example: 55.2,
    }),
    optionalDecimal("dailyChange", {
      label: "Daily change",
      half: true,
      hint: "Percentage change since the last close, for example −0.24.",
      more: true,
      description: "Percentage change since the last close.",
      example: -0.24,
    }),
    optionalDecimal("stopLoss", {
      label: "Stop loss",
      more: true,
      min: 0,
      half: true,
      price: "level",
      description: "Where we would cut the loss.",
      example: 51,
    }),
    currency(),
  ],
});

const pricesOfAlert = (values: Readonly<Record<string, unknown>>) => {
  const { ticker = "", name = "", currency } = values as Partial<TradeAlert>;
  return { symbol: ticker, name, currency, kind: "stock" } as const;
};

/** A call to buy or to sell. Everything but its time is for paying readers. */
export const tradeAlerts: Resource<TradeAlert> = {
  entity: TradeAlert,
  path: "trade-alert",
  singular: "trade alert",
  noun: "trade-alerts",
  roles: rolesFor("trade-alerts"),
  titleOf: derive(["tag", "name"], ({ tag, name }) => `${tag === "buy" ? "Buy" : "Sell"} ${name}`),
  missing: "Trade Alert not found.",
  loadFailed: "Failed to fetch trade alerts.",
  visibleTo: (viewer) => ({
    ...PAYWALL.visible<TradeAlert>(viewer, {
      where: visibleFromPublishing<TradeAlert>("trade-alerts.read", viewer),
      ...ALERT.properties,
    }),
    listed: can(viewer, "trade-alerts.read") ? ["newestCall"] : [],
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
      scheduleStatusColumn(),
      { label: "Call", cell: derive(["newestCall"], ({ newestCall }) => callCell(newestCall)) },
      createdColumn(),
    ],
    search: { label: "Search ticker, name or analysis", in: ["ticker", "name", "analysis"] },
    filters: [
      { name: "tag", label: "Direction", options: TAGS, where: (tag) => ({ tag }) as { tag: "buy" } },
      scheduleFilter(),
      workingCopyFilter("trade-alert"),
    ],
    empty: "No trade alerts found.",
  },
  afterWrite: recordCallsAfterWrite("alert", (alert) => alert.status === "published" && !alert.publishAt),
  form: {
    fields: ALERT.fields,
    constraints: [DISCLOSURE_REQUIRED, ...SCHEDULE_CONSTRAINTS],
    computeValues: (values, before, staff) => ({
      ...signNewCall(values, before, staff),
      ...clearPastPublishTime(values, before),
    }),
    completeValues: completeAlert,
    sharesSince: sharesSincePriced(({ pricedAt }) => pricedAt),
    warnings: [
      warnEach(contradictions),
      warnEach(moveContradictions),
      warnAboutLiveCall({
        kind: "alert",
        target: { property: "targetPrice", field: "targetPrice", label: "target price" },
        direction: { property: "tag", field: "tag" },
        status: { property: "status", field: "status" },
      }),
      warnAboutSymbol({ symbol: "ticker", name: "name" }),
      priceWarnings(ALERT.fields, pricesOfAlert),
      ...textWarnings("analysis", readingForAudience),
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
    bin: canRestoreAlert,
    done: "Trade alert deleted successfully",
    failed: "Failed to delete trade alert.",
  },
  api: {
    schema: ALERT.schema,
    filters: ALERT.filters,
    serialize: (row, viewer) => ALERT.serialize(row, PAYWALL.isOpen(viewer, row)),
  },
};
