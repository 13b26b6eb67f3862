import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminItemReply, itemAction } from "~/admin-kit/api.server";
import { coupons } from "~/features/billing/coupons/coupons.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminItemReply(coupons, args);
export const action = (args: ActionFunctionArgs) => itemAction(coupons, args);
