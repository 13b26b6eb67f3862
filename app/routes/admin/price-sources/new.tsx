import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction } from "~/admin-kit/form-action.server";
import { newFormScreen } from "~/admin-kit/form-screen.server";
import { priceSources } from "~/features/markets/price-sources/price-sources.resource.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newFormScreen(priceSources, args);
export const action = (args: ActionFunctionArgs) => createAction(priceSources, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
