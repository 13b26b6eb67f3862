import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => updateAction(dailyBriefs, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
