import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(banners, args);
export const action = (args: ActionFunctionArgs) => listAction(banners, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
