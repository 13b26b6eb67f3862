import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(stockPicks, args);
export const action = (args: ActionFunctionArgs) => listAction(stockPicks, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
