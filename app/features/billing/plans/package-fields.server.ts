import { type Field, lines, optionalChoice, optionalText, toOptions } from "~/admin-kit/fields.server";
import { amount, optionalWholeNumber } from "~/admin-kit/number-fields.server";

/** Empty means zero. */
export const priceField: Field = amount("price", {
  label: "Price",
  half: true,
  hint: "In US dollars; 0 for free.",
});

/** Days of access. Empty means no end. */
export const daysField: Field = optionalWholeNumber("expiresIn", {
  label: "Days",
  half: true,
  hint: "How many days one payment buys. Leave empty for a free plan.",
  min: 1,
  max: 3660,
});

/** Free trial days, once for each member who never had access. Empty means no trial. */
export const trialDaysField: Field = optionalWholeNumber("trialDays", {
  label: "Free trial",
  half: true,
  hint: "Number of free days for a new member. Each member gets one trial. Leave empty for no trial.",
  min: 1,
  max: 90,
});

/** The tier. If empty, it follows from the name and the price. */
export const tierField: Field = optionalChoice("tier", {
  label: "Tier",
  hint: "From the name: Private if the name contains it, otherwise Premium if there is a price, otherwise Basic.",
  options: [{ value: "", label: "From the name" }, ...toOptions(["Basic", "Premium", "Private"])],
  message: "Tier must be Basic, Premium or Private",
});

/** The package's benefits. */
export const benefitsField: Field = lines("benefits", {
  label: "Benefits",
  one: "benefit",
  hint: "All lengths of a plan share them.",
  maxLines: 50,
  maxLength: 300,
});

/** The line below the name. May be empty. */
export const taglineField: Field = optionalText("tagline", {
  label: "Tagline",
  hint: "The same for every length of the plan: a change here changes it for all of them.",
  maxLength: 300,
  whenEmpty: "",
});
