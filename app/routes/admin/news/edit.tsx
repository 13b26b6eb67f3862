import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { news } from "~/features/content/news/news.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(news, args);
export const action = (args: ActionFunctionArgs) => updateAction(news, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
