import { Coupon } from "db/entities/coupon";
import { Order } from "db/entities/order";
import { Package } from "db/entities/package";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { text, toOptions } from "~/admin-kit/fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { warnEach } from "~/admin-kit/warnings.server";
import { rolesFor } from "~/auth/permissions.server";
import { formatMoney } from "~/ui/format";
import { impliedTier, PACKAGE_CONSTRAINTS } from "./package.rules";
import {
  benefitsField,
  daysField,
  priceField,
  taglineField,
  tierField,
  trialDaysField,
} from "./package-fields.server";
import { sameLengthWarnings } from "./package-lengths.server";
import { serializePackage } from "./packages.queries.server";
import { packageSchema } from "./packages.schema.server";
import { sharePlanTexts } from "./plan-texts.server";

const tierCell = ({ tier }: Pick<Package, "tier">): Cell => ({
  kind: "badge",
  text: tier,
  tone: tier === "Basic" ? "plain" : "members",
});

/**
 * The packages that members can buy. An ordered package is archived instead of deleted: it leaves the site,
 * its history stays.
 */
export const packages: Resource<Package> = {
  entity: Package,
  path: "packages",
  singular: "package",
  noun: "packages",
  roles: rolesFor("packages"),
  titleOf: derive(["name"], ({ name }) => name),
  missing: "Package not found.",
  loadFailed: "Failed to fetch packages",
  visibleTo: () => ({
    where: { archivedAt: null },
    select: [
      ...([
        "id",
        "name",
        "tagline",
        "tier",
        "price",
        "currency",
        "expiresIn",
        "trialDays",
        "benefits",
      ] as const),
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Packages",
    plural: "packages",
    columns: [
      {
        label: "Name",
        sort: "name",
        cell: derive(["name", "tagline"], (row) => ({
          kind: "title",
          text: row.name,
          sub: row.tagline || undefined,
        })),
      },
      { label: "Tier", cell: derive(["tier"], tierCell) },
      {
        label: "Price",
        sort: "price",
        cell: derive(["price", "currency"], ({ price, currency }) => ({
          kind: "number",
          text: Number(price) === 0 ? "Free" : formatMoney(price, currency),
        })),
      },
      {
        label: "Days",
        cell: derive(["expiresIn"], ({ expiresIn }) => ({ kind: "number", text: String(expiresIn ?? "–") })),
      },
      {
        label: "Trial",
        cell: derive(["trialDays"], ({ trialDays }) => ({ kind: "number", text: String(trialDays ?? "–") })),
      },
      {
        label: "Benefits",
        cell: derive(["benefits"], ({ benefits }) => ({ kind: "number", text: String(benefits.length) })),
      },
      createdColumn(),
    ],
    search: { label: "Search name or tagline", in: ["name", "tagline"] },
    filters: [
      {
        name: "tier",
        label: "Tier",
        options: toOptions(["Basic", "Premium", "Private"]),
        where: (value) => ({ tier: value as Package["tier"] }),
      },
    ],
    empty: "No packages found",
  },
  form: {
    fields: [
      text("name", { label: "Name", maxLength: 100 }),
      taglineField,
      priceField,
      daysField,
      trialDaysField,
      tierField,
      benefitsField,
    ],
    computeValues: (values, before) => {
      const { name, price, tier } = { ...before, ...values };
      return tier ? {} : { tier: impliedTier(String(name), String(price)) };
    },
    constraints: PACKAGE_CONSTRAINTS,
    warnings: [warnEach(sameLengthWarnings)],
    add: { title: "Add package", done: "Package added successfully", failed: "Failed to save package" },
    update: { title: "Edit package", done: "Package updated successfully", failed: "Failed to save package" },
  },
  afterWrite: sharePlanTexts,
  removal: {
    note: ({ name }) => `“${name}” goes off sale immediately. Members keep what they bought.`,
    archiveInstead: async (manager, row) => {
      const holds = await Promise.all([
        manager.count(Order, { package: row.id }),
        // If the package were deleted, the coupon would list no plan. A coupon that lists none applies to
        // all.
        manager.count(Coupon, { packageIds: { $contains: [row.id] } }),
      ]);
      if (holds.every((count) => count === 0)) return false;
      manager.assign(row, { archivedAt: new Date() });
      return true;
    },
    done: "Package deleted successfully",
    failed: "Failed to delete package",
  },
  api: {
    schema: packageSchema,
    serialize: (row) =>
      serializeRecord(
        row,
        serializePackage({ ...row, days: row.expiresIn ?? null, trialDays: row.trialDays ?? null }),
      ),
  },
};
