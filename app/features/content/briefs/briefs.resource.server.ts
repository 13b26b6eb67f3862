import { DailyBrief } from "db/entities/daily-brief";
import { createdColumn } from "~/admin-kit/columns.server";
import { isAbove } from "~/admin-kit/constraints.server";
import { lockedRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import {
  type CommonOptions,
  flag,
  markdown,
  optionalText,
  publicationStatus,
  text,
} from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import {
  clearPastPublishTime,
  isScheduled,
  publishAtField,
  SCHEDULE_CONSTRAINTS,
  scheduleFilter,
  scheduleStatusColumn,
  visibleFromPublishing,
} from "~/admin-kit/publish-time.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { workingCopyFilter } from "~/admin-kit/working-copies/copy-list.server";
import { rolesFor } from "~/auth/permissions.server";
import { recordCallsAfterWrite } from "~/features/calls/record-calls.server";
import { readingForAudience } from "~/features/companies/chart-warnings.rules.server";
import { warnAboutSymbol } from "~/features/markets/instruments/former-symbol-warnings.rules.server";
import { priceWarnings } from "~/features/markets/instruments/price-warnings.rules.server";
import { audienceField, paywallFor } from "../audience.rules.server";
import { bylineField, DISCLOSURE_REQUIRED, disclosureField } from "../authorship.rules.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textWarnings } from "../text-warnings.rules.server";
import { drawWrittenText } from "../written-text.server";

const buyZoneField = (name: string, options: CommonOptions) =>
  optionalDecimal(name, { ...options, price: "level", more: true, half: true });

const PAYWALL = paywallFor("daily brief");

/** A brief as the API gives it; specification, section 3. */
const BRIEF = lockedRecord({
  entity: DailyBrief,
  name: "DailyBrief",
  description: "A daily note on one company.",
  filters: ["status", "ticker", "author"],
  open: [
    ...["companyName", "ticker", "headline", "teaser", "status", "publishAt", "author"],
    ...["disclosure", "audience", "isSample"],
  ],
  flagAfter: "buyZone",
  groups: { buyZone: "The price range in which we would buy. Either end may be empty." },
  fields: [
    text("companyName", {
      label: "Title",
      half: true,
      maxLength: 300,
      hint: "The company, as readers know it.",
      description: "The company, as readers know it.",
      example: "Northwind Shipping",
    }),
    text("ticker", {
      label: "Ticker",
      maxLength: 20,
      half: true,
      isSymbol: true,
      description: "Its symbol.",
      example: "NWSH",
    }),
    optionalText("headline", {
      label: "Headline",
      maxLength: 200,
      hint: "The conclusion in one sentence. Everybody can read it.",
      description: "The conclusion in one sentence, for everybody.",
      example: "Northwind: pay 142 to 150, not more",
    }),
    optionalText("teaser", {
      label: "Teaser",
      maxLength: 500,
      input: "textarea",
      rows: 2,
      hint: "The opening words, also shown in searches and feeds. Everybody can read them.",
      description: "The opening words, for everybody.",
      example: "Half of the fleet comes free when rates are at their highest in three years.",
    }),
    markdown("analysis", {
      label: "Analysis",
      maxLength: 100_000,
      hint: `For members. ${MARKDOWN_HINT}`,
      draw: drawWrittenText,
      description: "The text of the brief.",
      example:
        "Rates for container ships rose for the fifth week.\n\nNorthwind has let half of its fleet on contracts that end this year.",
    }),
    publicationStatus({ initial: "published", half: true }),
    publishAtField({ half: true }),
    audienceField(),
    bylineField({ example: "Ben Okafor" }),
    disclosureField(),
    flag("isSample", {
      label: "Free sample: everybody can read it in full on the Plans page, which shows the newest sample",
      initial: false,
      description: "Whether everybody can read it in full on the Plans page, which shows the newest sample.",
      example: false,
    }),
    buyZoneField("buyZone.min", {
      property: "buyZoneMin",
      label: "Buy zone from",
      description: "The lower end of the buy zone.",
      example: 142,
    }),
    buyZoneField("buyZone.max", {
      property: "buyZoneMax",
      label: "Buy zone to",
      description: "The upper end of the buy zone.",
      example: 150.5,
    }),
  ],
});

/** A day's note on one company. Its analysis and buy zone are for paying readers. */
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
    PAYWALL.visible<DailyBrief>(viewer, {
      where: visibleFromPublishing("daily-briefs.read", viewer),
      ...BRIEF.properties,
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
      scheduleStatusColumn(),
      createdColumn(),
    ],
    search: {
      label: "Search title, ticker, analysis or author",
      in: ["companyName", "ticker", "analysis", "author"],
    },
    filters: [scheduleFilter(), workingCopyFilter("daily-brief")],
    empty: "No daily briefs found",
  },
  afterWrite: recordCallsAfterWrite(
    "brief",
    (brief) => brief.status === "published" && !brief.publishAt && hasZone(brief),
  ),
  form: {
    fields: BRIEF.fields,
    constraints: [
      {
        check: "daily_briefs_buy_zone_order",
        field: "buyZone.max",
        isViolated: ({ buyZoneMin, buyZoneMax }) => isAbove(buyZoneMin, buyZoneMax),
        message: "“Buy zone to” must not be below “Buy zone from”",
      },
      DISCLOSURE_REQUIRED,
      ...SCHEDULE_CONSTRAINTS,
    ],
    computeValues: clearPastPublishTime,
    readersNote: ({ isSample }) =>
      isSample === "on"
        ? "While this is the newest free sample, everybody can read it on the Plans page."
        : undefined,
    warnings: [
      warnAboutSymbol({ symbol: "ticker", name: "companyName" }),
      priceWarnings(BRIEF.fields, ({ ticker, companyName }) => ({
        symbol: String(ticker),
        name: String(companyName),
        kind: "stock",
      })),
      ...textWarnings("analysis", readingForAudience),
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
    hasCall: (brief) => brief.status === "published" && !isScheduled(brief) && hasZone(brief),
    done: "Daily brief deleted successfully",
    failed: "Failed to delete daily brief",
  },
  api: {
    schema: BRIEF.schema,
    filters: BRIEF.filters,
    serialize: (row, viewer) => BRIEF.serialize(row, PAYWALL.isOpen(viewer, row)),
  },
};

const hasZone = ({ buyZoneMin, buyZoneMax }: Readonly<DailyBrief>) => Boolean(buyZoneMin || buyZoneMax);
