import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pasteAction, pasteScreen } from "~/admin-kit/paste/paste-screen.server";
import { endedCalls } from "~/features/calls/settlement/calls-ended-by.queries.server";
import { priceTable } from "~/features/markets/instruments/price-table.server";

export const loader = (args: LoaderFunctionArgs) => pasteScreen(priceTable(endedCalls), args);
export const action = (args: ActionFunctionArgs) => pasteAction(priceTable(endedCalls), args);
export { PastePage as default, pasteMeta as meta } from "~/admin-kit/paste/paste-page";
