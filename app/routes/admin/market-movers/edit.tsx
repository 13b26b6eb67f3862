import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { movers } from "~/features/markets/movers.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(movers, args);
export const action = (args: ActionFunctionArgs) => updateAction(movers, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
