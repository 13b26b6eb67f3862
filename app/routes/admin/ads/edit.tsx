import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(ads, args);
export const action = (args: ActionFunctionArgs) => updateAction(ads, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
