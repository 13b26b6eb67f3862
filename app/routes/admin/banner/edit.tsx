import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { banners } from "~/features/banners/banners.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(banners, args);
export const action = (args: ActionFunctionArgs) => updateAction(banners, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
