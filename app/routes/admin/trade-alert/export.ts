import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(tradeAlerts, args);
