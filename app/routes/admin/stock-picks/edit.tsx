import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(stockPicks, args);
export const action = (args: ActionFunctionArgs) => updateAction(stockPicks, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
