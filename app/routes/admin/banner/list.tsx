import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { banners } from "~/features/banners/banners.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(banners, args);
export const action = (args: ActionFunctionArgs) => listAction(banners, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
