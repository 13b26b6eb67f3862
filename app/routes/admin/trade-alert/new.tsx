import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => createAction(tradeAlerts, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
