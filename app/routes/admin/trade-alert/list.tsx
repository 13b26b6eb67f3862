import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => listAction(tradeAlerts, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
