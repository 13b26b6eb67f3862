import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => listAction(dailyBriefs, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
