import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listScreen } from "~/admin-kit/list-screen.server";
import { bin } from "~/features/registry.server";
import { deleteForGoodAction } from "~/features/staff/bin/bin.screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(bin, args);
export const action = (args: ActionFunctionArgs) => deleteForGoodAction(args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
