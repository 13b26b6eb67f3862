import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(tradeAlerts, args);
export const action = (args: ActionFunctionArgs) => listAction(tradeAlerts, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function AlertList() {
  return <ListScreen related={<LinkButton to="/admin/calls">Calls</LinkButton>} />;
}
