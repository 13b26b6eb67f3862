import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(quotes, args);
export const action = (args: ActionFunctionArgs) => createAction(quotes, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
