import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => itemAction(tradeAlerts, args);
