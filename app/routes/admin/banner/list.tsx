import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { deleteAction, listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(banners, args);
export const action = (args: ActionFunctionArgs) => deleteAction(banners, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
