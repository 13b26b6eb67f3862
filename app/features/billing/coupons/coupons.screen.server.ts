import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, editScreen, newScreen, updateAction } from "~/admin-kit/form-screen.server";
import { withRecentPassword } from "~/features/auth/recent-password.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { packagesOnSale, priceText } from "../packages.queries.server";
import { PLANS } from "./coupon-fields.server";
import { coupons } from "./coupons.resource.server";

type WithFields = { fields: Awaited<ReturnType<typeof newScreen>>["fields"] };

/** A form with the plans that may be chosen in it; one that is chosen and not sold any more stays among them. */
async function withPlans<Screen extends WithFields>(screen: Screen): Promise<Screen> {
  const sold = (await packagesOnSale())
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
      options: [...sold, ...gone.map((value) => ({ value, label: "A plan that is not sold now" }))],
    };
  });
  return { ...screen, fields };
}

export const newCoupon = async (args: LoaderFunctionArgs) => withPlans(await newScreen(coupons, args));

export const editCoupon = async (args: LoaderFunctionArgs) => withPlans(await editScreen(coupons, args));

/** What is charged is asked about once more: the password. */
const confirmed = async (args: ActionFunctionArgs) =>
  withRecentPassword(args, await requireStaff(args, coupons.roles.write));

export const createCoupon = async (args: ActionFunctionArgs) => createAction(coupons, await confirmed(args));

export const updateCoupon = async (args: ActionFunctionArgs) => updateAction(coupons, await confirmed(args));
