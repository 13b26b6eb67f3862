import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { movers } from "~/features/markets/movers.resource.server";
import { pricedListScreen } from "~/features/markets/priced-list.screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) =>
  pricedListScreen(movers, { records: "movers", label: "Last" }, args);
export const action = (args: ActionFunctionArgs) => listAction(movers, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function MoverList() {
  return <ListScreen related={<LinkButton to="/admin/market">Markets</LinkButton>} />;
}
