import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { changeViewAction, viewScreen } from "~/features/staff/views/views.screen.server";

export const meta: MetaFunction = (args) => adminMeta(args, "Edit view");

export const loader = (args: LoaderFunctionArgs) => viewScreen(args);
export const action = (args: ActionFunctionArgs) => changeViewAction(args);
export { ViewPage as default } from "~/features/staff/views/view-pages";
