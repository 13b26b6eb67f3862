import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editCoupon, updateCoupon } from "~/features/billing/coupons/coupons.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editCoupon(args);
export const action = (args: ActionFunctionArgs) => updateCoupon(args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
export { retryAfterHeaders as headers } from "~/web/retry-after-headers";
