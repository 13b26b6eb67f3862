import { DailyBrief } from "db/entities/daily-brief";
import { createdColumn, statusColumn, statusFilter } from "~/admin-kit/columns.server";
import { optionalText, publicationStatus, text } from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { isAbove } from "~/admin-kit/rules.server";
import { can, rolesFor } from "~/features/auth/permissions.server";
import { accessTo } from "~/features/entitlements/access.server";
import { dailyBriefSchema } from "./briefs.schema.server";

const PUBLIC_PROPERTIES = [
  "id",
  "companyName",
  "ticker",
  "author",
  "status",
  "createdAt",
  "updatedAt",
  "version",
] as const;
const LOCKED_PROPERTIES = ["analysis", "buyZoneMin", "buyZoneMax"] as const;

const buyZoneField = (name: string, property: string, label: string) =>
  optionalDecimal(name, { property, label, more: true, half: true });

/** A day's note on one company; its analysis and buy zone are for paying readers. */
export const dailyBriefs: Resource<DailyBrief> = {
  entity: DailyBrief,
  path: "daily-brief",
  names: {
    one: "daily brief",
    many: "briefs",
    title: "Daily Brief",
    add: "Add daily brief",
    edit: "Edit daily brief",
  },
  roles: rolesFor("daily-briefs"),
  fields: [
    text("companyName", {
      label: "Title",
      half: true,
      maxLength: 300,
      hint: "The company, as readers know it.",
    }),
    text("ticker", { label: "Ticker", maxLength: 20, half: true }),
    text("analysis", {
      label: "Analysis",
      maxLength: 100_000,
      input: "textarea",
      hint: "For Premium and Private members. A blank line starts a new paragraph; web addresses become links.",
    }),
    publicationStatus({ initial: "published", half: true }),
    optionalText("author", {
      label: "Author",
      half: true,
      maxLength: 100,
      hint: "Shown as Admin when empty.",
    }),
    buyZoneField("buyZone.min", "buyZoneMin", "Buy zone from"),
    buyZoneField("buyZone.max", "buyZoneMax", "Buy zone to"),
  ],
  rules: [
    {
      check: "daily_briefs_buy_zone_order",
      field: "buyZone.max",
      isBroken: ({ buyZoneMin, buyZoneMax }) => isAbove(buyZoneMin, buyZoneMax),
      message: "Buy zone to must not be below Buy zone from",
    },
  ],
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
    statusColumn(),
    createdColumn(),
  ],
  search: {
    label: "Search title, ticker, analysis or author",
    in: ["companyName", "ticker", "analysis", "author"],
  },
  filters: [statusFilter()],
  titleOf: derive(["companyName"], ({ companyName }) => companyName),
  deleteNote: ({ companyName, ticker }) => `“${companyName}” (${ticker}). This can’t be undone.`,
  texts: {
    empty: "No daily briefs found",
    missing: "Daily brief not found.",
    failed: {
      load: "Failed to fetch daily briefs",
      add: "Failed to save daily brief",
      update: "Failed to save daily brief",
      remove: "Failed to delete daily brief",
    },
    done: {
      add: "Daily brief added successfully",
      update: "Daily brief updated successfully",
      remove: "Daily brief deleted successfully",
    },
  },
  schema: dailyBriefSchema,
  visibleTo: (viewer) => {
    const full = accessTo("daily brief", viewer) === "full";
    return {
      where: can(viewer, "daily-briefs.read") ? {} : { status: "published" },
      select: full ? [...PUBLIC_PROPERTIES, ...LOCKED_PROPERTIES] : PUBLIC_PROPERTIES,
      serialize: (row) => ({
        _id: row.id,
        id: row.id,
        companyName: row.companyName,
        ticker: row.ticker,
        analysis: full ? row.analysis : null,
        buyZone: full ? buyZoneOf(row) : null,
        locked: !full,
        status: row.status,
        author: row.author ?? "Admin",
        createdAt: row.createdAt.toISOString(),
        updatedAt: full ? row.updatedAt.toISOString() : null,
        version: full ? row.version : null,
      }),
    };
  },
};

/** Prices as JSON numbers; either end may be open. */
function buyZoneOf({ buyZoneMin, buyZoneMax }: DailyBrief) {
  const price = (value: string | null | undefined) => (value ? Number(value) : null);
  return buyZoneMin || buyZoneMax ? { min: price(buyZoneMin), max: price(buyZoneMax) } : null;
}
