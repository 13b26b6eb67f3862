import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { pricedListScreen } from "~/features/markets/priced-list.screen.server";
import { quotes } from "~/features/markets/quotes.resource.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) =>
  pricedListScreen(quotes, { records: "quotes", label: "Last" }, args);
export const action = (args: ActionFunctionArgs) => listAction(quotes, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function MarketList() {
  return (
    <ListScreen
      related={
        <>
          <LinkButton to="/admin/instruments">Instruments</LinkButton>
          <LinkButton to="/admin/market-movers">Market Movers</LinkButton>
        </>
      }
    />
  );
}
