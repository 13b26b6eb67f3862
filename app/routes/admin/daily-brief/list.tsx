import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => listAction(dailyBriefs, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
