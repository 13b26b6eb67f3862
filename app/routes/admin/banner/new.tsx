import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(banners, args);
export const action = (args: ActionFunctionArgs) => createAction(banners, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
