import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { stockPicks } from "~/features/content/picks/picks.resource.server";
import { pricedListScreen } from "~/features/markets/priced-list.screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) =>
  pricedListScreen(stockPicks, { records: "picks", label: "Price" }, args);
export const action = (args: ActionFunctionArgs) => listAction(stockPicks, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function PickList() {
  return <ListScreen related={<LinkButton to="/admin/pick-lists">Pick lists</LinkButton>} />;
}
