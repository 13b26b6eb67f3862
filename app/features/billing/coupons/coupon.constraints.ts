import type { Constraint } from "~/admin-kit/constraints.server";
import { isUuid } from "~/web/uuid";
import { hasDecimals } from "../money.rules";
import { isCouponCode } from "./coupon.rules";

const isSet = (value: unknown) => value !== null && value !== undefined;

/** A positive amount whose decimals fit its currency. */
function isSum(amount: unknown, currency: unknown): boolean {
  const text = String(amount);
  const coins = hasDecimals(String(currency)) ? /^\d{1,10}(\.\d{1,2}0*)?$/ : /^\d{1,10}(\.0+)?$/;
  return coins.test(text) && Number(text) > 0;
}

export const COUPON_CONSTRAINTS: readonly Constraint[] = [
  {
    check: "coupons_code_format",
    field: "code",
    isViolated: ({ code }) => !isCouponCode(String(code)),
    message: "Code must be 3 to 40 letters A to Z, digits and hyphens",
  },
  {
    // Only the database index can see the other codes.
    check: "coupons_code_unique",
    field: "code",
    isViolated: () => false,
    message: "Another coupon has this code",
  },
  {
    check: "coupons_one_discount",
    field: "percent",
    isViolated: ({ percent, amount }) => isSet(percent) === isSet(amount),
    message: ({ percent }) =>
      isSet(percent) ? "Enter a percentage or an amount, not both" : "Enter a percentage or an amount",
  },
  {
    check: "coupons_amount_range",
    field: "amount",
    isViolated: ({ amount, currency }) => isSet(amount) && !isSum(amount, currency),
    message: ({ currency }) =>
      hasDecimals(String(currency))
        ? "Amount must be above 0, such as 5 or 5.50"
        : `Amount must be above 0 and whole: ${currency} has no decimals`,
  },
  {
    field: "packages",
    isViolated: ({ packageIds }) => Array.isArray(packageIds) && !packageIds.every(isUuid),
    message: "Choose only plans with a price",
  },
  {
    check: "coupons_days_order",
    field: "throughDay",
    isViolated: ({ fromDay, throughDay }) =>
      isSet(fromDay) && isSet(throughDay) && String(throughDay) < String(fromDay),
    message: "“Last day” must not be before “First day”",
  },
];
