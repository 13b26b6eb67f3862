import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(ads, args);
export const action = (args: ActionFunctionArgs) => createAction(ads, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
