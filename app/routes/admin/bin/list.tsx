import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deleteAction, listScreen } from "~/admin-kit/list-screen.server";
import { bin } from "~/features/staff/bin/bin.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(bin, args);
export const action = (args: ActionFunctionArgs) => deleteAction(bin, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
