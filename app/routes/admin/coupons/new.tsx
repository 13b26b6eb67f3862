import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction } from "~/admin-kit/form-action.server";
import { coupons } from "~/features/billing/coupons/coupons.resource.server";
import { newCoupon } from "~/features/billing/coupons/coupons.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newCoupon(args);
export const action = (args: ActionFunctionArgs) => createAction(coupons, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
