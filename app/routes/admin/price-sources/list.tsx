import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deleteAction } from "~/admin-kit/delete-screen.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { priceSources } from "~/features/markets/price-sources/price-sources.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(priceSources, args);
export const action = (args: ActionFunctionArgs) => deleteAction(priceSources, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
