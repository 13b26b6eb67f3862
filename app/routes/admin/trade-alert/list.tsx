import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => listAction(tradeAlerts, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
