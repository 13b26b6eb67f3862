import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { ads } from "~/features/ads/ads.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(ads, args);
export const action = (args: ActionFunctionArgs) => listAction(ads, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
