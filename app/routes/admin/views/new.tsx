import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { addViewAction, newViewScreen } from "~/features/staff/views/views.screen.server";

export const meta: MetaFunction = (args) => adminMeta(args, "Save view");

export const loader = (args: LoaderFunctionArgs) => newViewScreen(args);
export const action = (args: ActionFunctionArgs) => addViewAction(args);
export { NewViewPage as default } from "~/features/staff/views/view-pages";
