import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction } from "~/admin-kit/form-action.server";
import { newFormScreen } from "~/admin-kit/form-screen.server";
import { adminResourceOf } from "~/features/registry.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newFormScreen(adminResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => createAction(adminResourceOf(args.request), args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
