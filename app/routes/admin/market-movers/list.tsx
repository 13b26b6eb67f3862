import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { ListScreen } from "~/resource/list-screen";
import { listScreen } from "~/resource/list-screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(movers, args);
export const action = (args: ActionFunctionArgs) => listAction(movers, args);
export { listMeta as meta } from "~/resource/list-screen";

export default function MoverList() {
  return <ListScreen beside={<LinkButton to="/admin/market">Markets</LinkButton>} />;
}
