import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { adminResourceOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(adminResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => listAction(adminResourceOf(args.request), args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
