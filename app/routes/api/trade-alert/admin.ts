import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
