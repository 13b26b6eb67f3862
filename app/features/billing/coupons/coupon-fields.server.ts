import { checks, currency, type Field, flag, optionalDay, text } from "~/admin-kit/fields.server";
import { optionalDecimal, optionalWholeNumber } from "~/admin-kit/number-fields.server";

/** The plans that a coupon is valid for. The screen fills in the choices. */
export const PLANS = "packages";

export const COUPON_FIELDS: readonly Field[] = [
  text("code", {
    label: "Code",
    half: true,
    maxLength: 60,
    hint: "3 to 40 letters, digits and hyphens. Not case-sensitive.",
  }),
  text("purpose", {
    label: "Purpose",
    half: true,
    maxLength: 200,
    hint: "An internal description. Readers do not see it.",
  }),
  optionalWholeNumber("percent", {
    label: "Per cent",
    half: true,
    min: 1,
    max: 99,
    hint: "Taken off the price, rounded to the nearest cent. Enter this or an amount, not both.",
  }),
  optionalDecimal("amount", { label: "Amount", half: true, min: 0, hint: "Taken off the price." }),
  checks(PLANS, {
    property: "packageIds",
    label: "Plans",
    one: "plan",
    maxLines: 50,
    maxLength: 36,
    hint: "Leave empty for all paid plans.",
  }),
  optionalDay("fromDay", { label: "First day", half: true, hint: "Leave empty to start now." }),
  optionalDay("throughDay", {
    label: "Last day",
    half: true,
    hint: "Valid until the end of this day. Leave empty for no end date.",
  }),
  optionalWholeNumber("mostUses", {
    label: "Usage limit",
    min: 1,
    max: 1_000_000,
    hint: "Across all members. An open order holds one use until it is paid or ends. Leave empty for no limit.",
  }),
  flag("oncePerMember", { label: "Once per member", initial: true }),
  flag("firstPurchase", { label: "For a first purchase only", initial: false }),
  flag("active", { label: "On", initial: true }),
  currency(),
];
