import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { ListScreen } from "~/resource/list-screen";
import { listScreen } from "~/resource/list-screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(quotes, args);
export const action = (args: ActionFunctionArgs) => listAction(quotes, args);
export { listMeta as meta } from "~/resource/list-screen";

export default function MarketList() {
  return <ListScreen beside={<LinkButton to="/admin/market-movers">Market Movers</LinkButton>} />;
}
