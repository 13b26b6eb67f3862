import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(quotes, args);
export const action = (args: ActionFunctionArgs) => updateAction(quotes, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
