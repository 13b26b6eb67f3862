import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(movers, args);
export const action = (args: ActionFunctionArgs) => updateAction(movers, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
