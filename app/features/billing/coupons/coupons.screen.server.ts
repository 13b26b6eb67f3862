import type { LoaderFunctionArgs } from "@remix-run/node";
import { editFormScreen, newFormScreen } from "~/admin-kit/form-screen.server";
import { packagesOnSale, priceText } from "../plans/packages.queries.server";
import { groupByPlan } from "../plans/plan-lengths.rules";
import { PLANS } from "./coupon-fields.server";
import { coupons } from "./coupons.resource.server";

type WithFields = { fields: Awaited<ReturnType<typeof newFormScreen>>["fields"] };

/** Adds the plans to a form's choices. A chosen plan that is no longer on sale stays among them. */
async function withPlans<Screen extends WithFields>(screen: Screen): Promise<Screen> {
  const sold = groupByPlan(await packagesOnSale())
    .flat()
    .filter(({ price }) => Number(price) > 0)
    .map((plan) => ({
      value: plan.id,
      label: `${plan.name}, ${priceText(plan)} for ${plan.days} days`,
    }));
  const fields = screen.fields.map((field) => {
    if (field.name !== PLANS) return field;
    const known = new Set(sold.map(({ value }) => value));
    const gone = field.value.split("\n").filter((id) => id !== "" && !known.has(id));
    return {
      ...field,
      options: [...sold, ...gone.map((value) => ({ value, label: "A plan no longer on sale" }))],
    };
  });
  return { ...screen, fields };
}

export const newCoupon = async (args: LoaderFunctionArgs) => withPlans(await newFormScreen(coupons, args));

export const editCoupon = async (args: LoaderFunctionArgs) => withPlans(await editFormScreen(coupons, args));
