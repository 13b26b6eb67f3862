import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(stockPicks, args);
export const action = (args: ActionFunctionArgs) => createAction(stockPicks, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
