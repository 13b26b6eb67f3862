import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { selectionAction, selectionScreen } from "~/admin-kit/apply-selection.server";
import { adminListOf } from "~/features/registry.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => selectionScreen(adminListOf(args.request), args);
export const action = (args: ActionFunctionArgs) => selectionAction(adminListOf(args.request), args);
export { SelectionScreen as default, selectionMeta as meta } from "~/admin-kit/selection-screen";
