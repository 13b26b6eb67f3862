import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, newScreen } from "~/admin-kit/form-screen.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(videos, args);
export const action = (args: ActionFunctionArgs) => createAction(videos, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
