import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { priceSources } from "~/features/markets/price-sources/price-sources.resource.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editFormScreen(priceSources, args);
export const action = (args: ActionFunctionArgs) => updateAction(priceSources, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
