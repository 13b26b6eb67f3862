import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { deleteAction, listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(stockPicks, args);
export const action = (args: ActionFunctionArgs) => deleteAction(stockPicks, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
