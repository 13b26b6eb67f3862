import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => itemAction(tradeAlerts, args);
