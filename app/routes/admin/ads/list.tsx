import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(ads, args);
export const action = (args: ActionFunctionArgs) => listAction(ads, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
