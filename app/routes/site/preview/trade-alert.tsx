import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { alertMeta } from "~/features/content/alerts/alert.meta";
import { loadAlert } from "~/features/content/alerts/alert-page.server";
import { alertPreview } from "~/features/content/alerts/alerts.queries.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { openPreview } from "~/features/previews/open-preview.server";
import { pageMeta } from "~/web/meta";
import TradeAlert from "../trade-alert/item";

export const handle = { sidebar: 2 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { ...alertMeta(args.data), noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { reader, previewNotice, read } = await openPreview(args, tradeAlerts);
  return {
    ...(await loadAlert(args, (access, id) => read((within) => alertPreview(access, id, within)), reader)),
    previewNotice,
  };
}

export default TradeAlert;
