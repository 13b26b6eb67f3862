import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
