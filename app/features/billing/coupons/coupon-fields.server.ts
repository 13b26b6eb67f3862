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
    label: "What it is for",
    half: true,
    maxLength: 200,
    hint: "What staff know it by. Readers do not see it.",
  }),
  optionalWholeNumber("percent", {
    label: "Per cent",
    half: true,
    min: 1,
    max: 99,
    hint: "Off the price, rounded half up to the cent. Either this or an amount.",
  }),
  optionalDecimal("amount", { label: "Amount", half: true, min: 0, hint: "Off the price." }),
  checks(PLANS, {
    property: "packageIds",
    label: "Plans",
    one: "plan",
    maxLines: 50,
    maxLength: 36,
    hint: "None is all that have a price.",
  }),
  optionalDay("fromDay", { label: "From day", half: true, hint: "Empty: from now on." }),
  optionalDay("throughDay", { label: "Through day", half: true, hint: "Its whole day. Empty: no end." }),
  optionalWholeNumber("mostUses", {
    label: "Limit of uses",
    min: 1,
    max: 1_000_000,
    hint: "By all members together. Open orders hold one until they are paid or over. Empty: no limit.",
  }),
  flag("oncePerMember", { label: "Once per member", initial: true }),
  flag("firstPurchase", { label: "For a first purchase only", initial: false }),
  flag("active", { label: "On", initial: true }),
  currency(),
];
