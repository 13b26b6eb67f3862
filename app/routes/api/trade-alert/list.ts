import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => collectionAction(tradeAlerts, args);
