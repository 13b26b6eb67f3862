import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(quotes, args);
export const action = (args: ActionFunctionArgs) => updateAction(quotes, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
