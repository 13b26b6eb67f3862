import { Order } from "db/entities/order";
import { Package } from "db/entities/package";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { asOptions, text } from "~/admin-kit/fields.server";
import { type Resource, shown } from "~/admin-kit/resource.server";
import { DESK } from "~/features/auth/viewer.server";
import { formatMoney } from "~/ui/format";
import { packageErrors, tierOf } from "./package.rules";
import { benefitsField, daysField, priceField, taglineField, tierField } from "./package-fields.server";
import { planWire } from "./packages.queries.server";
import { packageForm } from "./packages.schema.server";

const tierCell = ({ tier }: Pick<Package, "tier">): Cell => ({
  kind: "badge",
  text: tier,
  tone: tier === "Basic" ? "plain" : "members",
});

/** What members can buy. One that was ordered is archived instead of deleted: it leaves the site, history stays. */
export const packages: Resource<Package> = {
  entity: Package,
  path: "packages",
  names: {
    one: "package",
    many: "packages",
    title: "Packages",
    add: "Add package",
    edit: "Edit package",
  },
  roles: { read: DESK, write: DESK, remove: DESK },
  fields: [
    text("name", { label: "Name", maxLength: 100 }),
    taglineField,
    priceField,
    daysField,
    tierField,
    benefitsField,
  ],
  complete: (values, before) => {
    const { name, price, tier } = { ...before, ...values };
    return tier ? {} : { tier: tierOf(String(name), String(price)) };
  },
  check: packageErrors,
  retire: async (manager, row) => {
    if ((await manager.count(Order, { package: row.id })) === 0) return false;
    manager.assign(row, { archivedAt: new Date() });
    return true;
  },
  columns: [
    {
      label: "Name",
      sort: "name",
      cell: shown(["name", "tagline"], (row) => ({
        kind: "title",
        text: row.name,
        sub: row.tagline || undefined,
      })),
    },
    { label: "Tier", cell: shown(["tier"], tierCell) },
    {
      label: "Price",
      sort: "price",
      cell: shown(["price", "currency"], ({ price, currency }) => ({
        kind: "number",
        text: Number(price) === 0 ? "Free" : formatMoney(price, currency),
      })),
    },
    {
      label: "Days",
      cell: shown(["expiresIn"], ({ expiresIn }) => ({ kind: "number", text: String(expiresIn ?? "–") })),
    },
    {
      label: "Benefits",
      cell: shown(["benefits"], ({ benefits }) => ({ kind: "number", text: String(benefits.length) })),
    },
    createdColumn(),
  ],
  search: { label: "Search name or tagline", in: ["name", "tagline"] },
  filters: [
    {
      name: "tier",
      label: "Tier",
      options: asOptions(["Basic", "Premium", "Private"]),
      where: (value) => ({ tier: value as Package["tier"] }),
    },
  ],
  titleOf: shown(["name"], ({ name }) => name),
  describe: ({ name }) => `“${name}” leaves the plans at once. Members keep what they bought with it.`,
  texts: {
    empty: "No packages found",
    missing: "Package not found.",
    failed: {
      load: "Failed to fetch packages",
      add: "Failed to save package",
      update: "Failed to save package",
      remove: "Failed to delete package",
    },
    done: {
      add: "Package added successfully",
      update: "Package updated successfully",
      remove: "Package deleted successfully",
    },
  },
  record: packageForm,
  visibleTo: () => ({
    where: { archivedAt: null },
    select: [
      ...(["id", "name", "tagline", "tier", "price", "currency", "expiresIn", "benefits"] as const),
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
    wire: (row) => ({
      ...planWire({ ...row, days: row.expiresIn ?? null }),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    }),
  }),
};
