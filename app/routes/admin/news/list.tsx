import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { news } from "~/features/content/news/news.resource.server";
import { LIBRARY_PATH } from "~/features/pictures/pictures.rules";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(news, args);
export const action = (args: ActionFunctionArgs) => listAction(news, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function NewsList() {
  return <ListScreen related={<LinkButton to={LIBRARY_PATH}>Picture library</LinkButton>} />;
}
