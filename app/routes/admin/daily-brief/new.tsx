import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => createAction(dailyBriefs, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
