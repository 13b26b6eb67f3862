import { DailyBrief } from "db/entities/daily-brief";
import { createdColumn } from "~/admin-kit/columns.server";
import { isAbove } from "~/admin-kit/constraints.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { flag, markdown, optionalText, publicationStatus, text } from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import {
  forgetPassedMinute,
  PLANNING,
  plannedFilter,
  plannedStatusColumn,
  publishAtField,
  rowsOrOut,
  serializeMinute,
} from "~/admin-kit/planning.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { callsOf } from "~/features/calls/record-calls.server";
import { readingOfAudience } from "~/features/companies/chart-doubts.rules.server";
import { doubtWhoseSymbol } from "~/features/markets/instruments/former-symbol-doubts.rules.server";
import { priceDoubts } from "~/features/markets/instruments/price-doubts.rules.server";
import { audienceField, lockOf } from "../audience.rules.server";
import { DISCLOSURE_REQUIRED, disclosureField } from "../authorship.rules.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textDoubts } from "../text-doubts.rules.server";
import { drawWrittenText } from "../written-text.server";
import { dailyBriefSchema } from "./briefs.schema.server";

const PUBLIC_PROPERTIES = [
  "id",
  "companyName",
  "ticker",
  "author",
  "headline",
  "teaser",
  "disclosure",
  "audience",
  "isSample",
  "status",
  "publishAt",
  "createdAt",
  "updatedAt",
  "version",
] as const;
const LOCKED_PROPERTIES = ["analysis", "buyZoneMin", "buyZoneMax"] as const;

const buyZoneField = (name: string, property: string, label: string) =>
  optionalDecimal(name, { property, label, more: true, half: true });

const LOCK = lockOf("daily brief");

/** A day's note on one company; its analysis and buy zone are for paying readers. */
export const dailyBriefs: Resource<DailyBrief> = {
  entity: DailyBrief,
  path: "daily-brief",
  singular: "daily brief",
  noun: "daily-briefs",
  roles: rolesFor("daily-briefs"),
  titleOf: derive(["companyName"], ({ companyName }) => companyName),
  missing: "Daily brief not found.",
  loadFailed: "Failed to fetch daily briefs",
  visibleTo: (viewer) =>
    LOCK.visible<DailyBrief>(viewer, {
      where: rowsOrOut("daily-briefs.read", viewer),
      open: PUBLIC_PROPERTIES,
      all: [...PUBLIC_PROPERTIES, ...LOCKED_PROPERTIES],
    }),
  hasPreview: true,
  listing: {
    title: "Daily Brief",
    plural: "briefs",
    columns: [
      {
        label: "Title",
        sort: "companyName",
        cell: derive(["companyName", "ticker"], (row) => ({
          kind: "title",
          text: row.companyName,
          sub: row.ticker,
        })),
      },
      {
        label: "Author",
        sort: "author",
        cell: derive(["author"], ({ author }) => ({ kind: "text", text: author ?? "Admin" })),
      },
      plannedStatusColumn(),
      createdColumn(),
    ],
    search: {
      label: "Search title, ticker, analysis or author",
      in: ["companyName", "ticker", "analysis", "author"],
    },
    filters: [plannedFilter()],
    empty: "No daily briefs found",
  },
  afterWrite: callsOf("brief", (brief) => brief.status === "published" && !brief.publishAt && hasZone(brief)),
  form: {
    fields: [
      text("companyName", {
        label: "Title",
        half: true,
        maxLength: 300,
        hint: "The company, as readers know it.",
      }),
      text("ticker", { label: "Ticker", maxLength: 20, half: true, isSymbol: true }),
      optionalText("headline", {
        label: "Headline",
        maxLength: 200,
        hint: "What it comes to, in a sentence. Everybody can read it.",
      }),
      optionalText("teaser", {
        label: "Teaser",
        maxLength: 500,
        input: "textarea",
        rows: 2,
        hint: "Its first words, also in searches and feeds. Everybody can read them.",
      }),
      markdown("analysis", {
        label: "Analysis",
        maxLength: 100_000,
        hint: `For members. ${MARKDOWN_HINT}`,
        draw: drawWrittenText,
      }),
      publicationStatus({ initial: "published", half: true }),
      publishAtField({ half: true }),
      audienceField(),
      optionalText("author", {
        label: "Author",
        half: true,
        maxLength: 100,
        hint: "Shown as Admin when empty.",
      }),
      disclosureField(),
      flag("isSample", {
        label: "Free sample: everybody may read it whole on the page of plans, where the newest one stands",
        initial: false,
      }),
      buyZoneField("buyZone.min", "buyZoneMin", "Buy zone from"),
      buyZoneField("buyZone.max", "buyZoneMax", "Buy zone to"),
    ],
    constraints: [
      {
        check: "daily_briefs_buy_zone_order",
        field: "buyZone.max",
        isViolated: ({ buyZoneMin, buyZoneMax }) => isAbove(buyZoneMin, buyZoneMax),
        message: "Buy zone to must not be below Buy zone from",
      },
      DISCLOSURE_REQUIRED,
      ...PLANNING,
    ],
    computeValues: forgetPassedMinute,
    readersNote: ({ isSample }) =>
      isSample === "on"
        ? "While it is the newest free sample, everybody reads it on the page of plans."
        : undefined,
    doubts: [
      doubtWhoseSymbol({ symbol: "ticker", name: "companyName" }),
      priceDoubts(
        [
          { property: "buyZoneMin", field: "buyZone.min", label: "Buy zone from", is: "level" },
          { property: "buyZoneMax", field: "buyZone.max", label: "Buy zone to", is: "level" },
        ],
        ({ ticker, companyName }) => ({
          symbol: String(ticker),
          name: String(companyName),
          kind: "stock",
        }),
      ),
      ...textDoubts("analysis", readingOfAudience),
    ],
    add: {
      title: "Add daily brief",
      done: "Daily brief added successfully",
      failed: "Failed to save daily brief",
    },
    update: {
      title: "Edit daily brief",
      done: "Daily brief updated successfully",
      failed: "Failed to save daily brief",
    },
  },
  removal: {
    note: ({ companyName, ticker }) => `“${companyName}” (${ticker}). ${IN_BIN}`,
    bin: () => "draft",
    done: "Daily brief deleted successfully",
    failed: "Failed to delete daily brief",
  },
  api: {
    schema: dailyBriefSchema,
    serialize: (row, viewer) => serializeBrief(row, LOCK.isOpen(viewer, row)),
  },
};

const hasZone = ({ buyZoneMin, buyZoneMax }: Readonly<DailyBrief>) => Boolean(buyZoneMin || buyZoneMax);

const serializeBrief = (row: DailyBrief, full: boolean) =>
  serializeRecord(
    row,
    {
      companyName: row.companyName,
      ticker: row.ticker,
      analysis: full ? row.analysis : null,
      buyZone: full ? buyZoneOf(row) : null,
      locked: !full,
      status: row.status,
      publishAt: serializeMinute(row.publishAt),
      author: row.author ?? "Admin",
      headline: row.headline ?? null,
      teaser: row.teaser ?? null,
      disclosure: row.disclosure ?? null,
      audience: row.audience,
      isSample: row.isSample,
    },
    { hideChanges: !full },
  );

/** Prices as JSON numbers; either end may be open. */
function buyZoneOf({ buyZoneMin, buyZoneMax }: DailyBrief) {
  const price = (value: string | null | undefined) => (value ? Number(value) : null);
  return buyZoneMin || buyZoneMax ? { min: price(buyZoneMin), max: price(buyZoneMax) } : null;
}
