import { expect, it } from "vitest";
import { impliedTier, PACKAGE_CONSTRAINTS } from "~/features/billing/plans/package.rules";

/** The message of each broken rule, by field. */
const packageErrors = (values: Record<string, unknown>) =>
  Object.fromEntries(
    PACKAGE_CONSTRAINTS.filter(({ isViolated }) => isViolated(values)).map(({ field, message }) => [
      field,
      typeof message === "string" ? message : message(values),
    ]),
  );

it("a package's implied tier follows from its name, else from its price", () => {
  expect(impliedTier("Private club", "0")).toBe("Private");
  expect(impliedTier("PRIVATE", "79.50")).toBe("Private");
  expect(impliedTier("Yearly", "0.01")).toBe("Premium");
  expect(impliedTier("Yearly", "0.00")).toBe("Basic");
});

it("a package with a price needs days, and only Basic is free", () => {
  const daysMissing = { expiresIn: "A package with a price needs a number of days" };
  expect(packageErrors({ tier: "Premium", price: "29.00", expiresIn: 30 })).toEqual({});
  expect(packageErrors({ tier: "Premium", price: "0.01", expiresIn: 1 })).toEqual({});
  expect(packageErrors({ tier: "Premium", price: "29.00", expiresIn: null })).toEqual(daysMissing);
  expect(packageErrors({ tier: "Basic", price: "29.00" })).toEqual({
    ...daysMissing,
    price: "Basic is free: choose another tier, or set the price to 0",
  });
  expect(packageErrors({ tier: "Basic", price: "0.00", expiresIn: null })).toEqual({});
  expect(packageErrors({ tier: "Basic", price: "0.01", expiresIn: 30 })).toEqual({
    price: "Basic is free: choose another tier, or set the price to 0",
  });
  expect(packageErrors({ tier: "Private", price: "0", expiresIn: 30 })).toEqual({
    price: "Private needs a price above 0",
  });
  expect(packageErrors({ tier: "Premium", price: "0.00", expiresIn: null })).toEqual({
    price: "Premium needs a price above 0",
  });
});

it("a free package cannot have a trial", () => {
  expect(packageErrors({ tier: "Basic", price: "0", expiresIn: null, trialDays: 14 })).toEqual({
    trialDays: "A free plan needs no trial: leave the trial days empty",
  });
  expect(packageErrors({ tier: "Premium", price: "29", expiresIn: 30, trialDays: 14 })).toEqual({});
  expect(packageErrors({ tier: "Basic", price: "0", expiresIn: null, trialDays: null })).toEqual({});
});
