import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(tradeAlerts, args);
