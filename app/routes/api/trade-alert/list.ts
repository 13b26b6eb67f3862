import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => collectionAction(tradeAlerts, args);
