import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, collectionAction } from "~/admin-kit/api.server";
import { coupons } from "~/features/billing/coupons/coupons.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(coupons, args);
export const action = (args: ActionFunctionArgs) => collectionAction(coupons, args);
