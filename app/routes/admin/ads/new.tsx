import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { ads } from "~/features/ads/ads.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(ads, args);
export const action = (args: ActionFunctionArgs) => createAction(ads, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
