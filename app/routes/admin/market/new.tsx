import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(quotes, args);
export const action = (args: ActionFunctionArgs) => createAction(quotes, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
