import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { createAction, newScreen } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newScreen(news, args);
export const action = (args: ActionFunctionArgs) => createAction(news, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
