import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { updateAction } from "~/admin-kit/form-action.server";
import { coupons } from "~/features/billing/coupons/coupons.resource.server";
import { editCoupon } from "~/features/billing/coupons/coupons.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editCoupon(args);
export const action = (args: ActionFunctionArgs) => updateAction(coupons, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
