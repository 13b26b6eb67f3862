import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { bulkAction, bulkLoader } from "~/admin-kit/bulk/bulk.server";
import { priceTarget } from "~/features/markets/instruments/price-bulk.server";

export const loader = (args: LoaderFunctionArgs) => bulkLoader(args);
export const action = (args: ActionFunctionArgs) => bulkAction(priceTarget, args);
