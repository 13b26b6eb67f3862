import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(videos, args);
export const action = (args: ActionFunctionArgs) => createAction(videos, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
