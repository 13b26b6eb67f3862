import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { movers } from "~/features/markets/movers.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(movers, args);
export const action = (args: ActionFunctionArgs) => createAction(movers, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
