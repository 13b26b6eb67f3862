import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { pickLists } from "~/features/content/picks/pick-lists.resource.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editFormScreen(pickLists, args);
export const action = (args: ActionFunctionArgs) => updateAction(pickLists, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
