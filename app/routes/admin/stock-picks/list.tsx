import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(stockPicks, args);
export const action = (args: ActionFunctionArgs) => listAction(stockPicks, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
