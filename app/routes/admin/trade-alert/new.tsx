import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tradeAlerts } from "~/features/trade-alerts/trade-alerts.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => createAction(tradeAlerts, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
