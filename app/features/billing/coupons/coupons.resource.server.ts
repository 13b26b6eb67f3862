import type { EntityManager } from "@mikro-orm/postgresql";
import { Coupon, type CouponState } from "db/entities/coupon";
import { Order } from "db/entities/order";
import { Package } from "db/entities/package";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { fieldFilters } from "~/admin-kit/list-filters.server";
import { asNumber } from "~/admin-kit/record-schema.server";
import { derive, type Resource, rowsForPermission, type Written } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { formatTime } from "~/ui/dates";
import { DASH, formatMoney } from "~/ui/format";
import { invalidFields } from "~/web/app-error.server";
import { COUPON_CONSTRAINTS } from "./coupon.constraints";
import { couponCode, parseCouponRevenue, usesText } from "./coupon.rules";
import { COUPON_FIELDS, PLANS } from "./coupon-fields.server";
import { couponSchema } from "./coupons.schema.server";

const STATES: Record<CouponState, { tone: "good" | "warn" | "draft" | "plain"; text: string }> = {
  running: { tone: "good", text: "Running" },
  "not yet": { tone: "warn", text: "Not yet" },
  "used up": { tone: "plain", text: "Used up" },
  ended: { tone: "plain", text: "Ended" },
  off: { tone: "draft", text: "Off" },
};

const dayText = (day: string) => formatTime(day, "short-date", "UTC");

function daysText({ fromDay, throughDay }: { fromDay?: string | null; throughDay?: string | null }): string {
  if (!fromDay && !throughDay) return "Always";
  if (!throughDay) return `From ${dayText(fromDay ?? "")}`;
  return fromDay ? `${dayText(fromDay)} to ${dayText(throughDay)}` : `Until ${dayText(throughDay)}`;
}

function takingsCell({ takings }: Pick<Coupon, "takings">): Cell {
  const sums = parseCouponRevenue(takings);
  const all = (which: "paid" | "given") =>
    sums.map((sum) => formatMoney(sum[which], sum.currency)).join(" + ");
  return {
    kind: "number",
    text: all("paid") || DASH,
    sub: sums.length > 0 ? `${all("given")} off` : undefined,
  };
}

/**
 * Codes that reduce a price. A used coupon is archived instead of deleted: the code ends, its payments stay.
 */
export const coupons: Resource<Coupon> = {
  entity: Coupon,
  path: "coupons",
  singular: "coupon",
  noun: "coupons",
  roles: rolesFor("coupons"),
  titleOf: derive(["code"], ({ code }) => code),
  missing: "Coupon not found.",
  loadFailed: "Failed to fetch coupons",
  visibleTo: (viewer) => ({
    where: { $and: [{ archivedAt: null }, rowsForPermission<Coupon>("coupons.read", viewer)] },
    select: [
      ...(["id", "code", "purpose", "percent", "amount", "currency", "packageIds", "mostUses"] as const),
      ...(["oncePerMember", "firstPurchase", "fromDay", "throughDay", "active"] as const),
      ...(["uses", "state", "planNames", "takings", "createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Coupons",
    plural: "coupons",
    parent: { label: "Packages", to: "/admin/packages" },
    columns: [
      {
        label: "Code",
        subLabel: "Purpose",
        sort: "code",
        cell: derive(["code", "purpose"], ({ code, purpose }) => ({
          kind: "title",
          text: code,
          sub: purpose,
        })),
      },
      {
        label: "Off",
        subLabel: "Plans",
        cell: derive(["percent", "amount", "currency", "planNames"], (row) => ({
          kind: "text",
          text: row.percent ? `${row.percent} %` : formatMoney(row.amount, row.currency),
          sub: row.planNames ?? "All plans",
        })),
      },
      {
        label: "Uses",
        cell: derive(["uses", "mostUses"], ({ uses, mostUses }) => ({
          kind: "number",
          text: usesText(uses, mostUses),
        })),
      },
      { label: "Paid with it", subLabel: "Taken off", cell: derive(["takings"], takingsCell) },
      {
        label: "Valid",
        cell: derive(["fromDay", "throughDay"], (row) => ({ kind: "text", text: daysText(row) })),
      },
      {
        label: "State",
        cell: derive(["state"], ({ state }) => ({ kind: "badge", ...STATES[state as CouponState] })),
      },
      createdColumn(),
    ],
    search: { label: "Search code or purpose", in: ["code", "purpose"] },
    filters: [
      {
        name: "on",
        label: "Switch",
        options: [
          { value: "on", label: "On" },
          { value: "off", label: "Off" },
        ],
        where: (value) => ({ active: value === "on" }),
      },
    ],
    empty: "No coupons found.",
  },
  form: {
    fields: COUPON_FIELDS,
    computeValues: ({ code, currency }) => ({
      ...(typeof code === "string" ? { code: couponCode(code) } : {}),
      ...(currency === null ? { currency: "USD" } : {}),
    }),
    constraints: COUPON_CONSTRAINTS,
    add: { title: "Add coupon", done: "Coupon added successfully", failed: "Failed to save coupon" },
    update: { title: "Edit coupon", done: "Coupon updated successfully", failed: "Failed to save coupon" },
  },
  afterWrite: checkPlans,
  removal: {
    note: ({ code }) => `“${code}” will no longer be usable. Payments made with it will not change.`,
    archiveInstead: async (manager, row) => {
      if ((await manager.count(Order, { coupon: row.id })) === 0) return false;
      manager.assign(row, { archivedAt: new Date() });
      return true;
    },
    done: "Coupon deleted successfully",
    failed: "Failed to delete coupon",
  },
  api: {
    schema: couponSchema,
    filters: fieldFilters({ entity: Coupon, fields: COUPON_FIELDS }, ["code"]).map((filter) => ({
      ...filter,
      where: (sent) => filter.where(couponCode(sent)),
    })),
    serialize: (row) =>
      serializeRecord(row, {
        _id: row.id,
        id: row.id,
        code: row.code,
        purpose: row.purpose,
        percent: row.percent ?? null,
        amount: asNumber(row.amount),
        currency: row.currency,
        packages: row.packageIds,
        mostUses: row.mostUses ?? null,
        oncePerMember: row.oncePerMember,
        firstPurchase: row.firstPurchase,
        fromDay: row.fromDay ?? null,
        throughDay: row.throughDay ?? null,
        active: row.active,
        uses: row.uses,
        state: row.state,
      }),
  },
};

/** A coupon may name only plans with a price, archived ones included. */
async function checkPlans(manager: EntityManager, written: readonly Written<Coupon>[]): Promise<void> {
  for (const { after } of written) {
    const ids = [...new Set(after?.packageIds)];
    if (ids.length === 0) continue;
    const known = await manager.count(Package, { id: { $in: ids }, price: { $gt: "0" } });
    if (known === ids.length) continue;
    const fieldErrors = { [PLANS]: "Choose only plans with a price" };
    throw invalidFields(fieldErrors);
  }
}
