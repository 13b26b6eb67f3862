import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlertForm } from "~/features/watchlist/price-alerts/alert-form";
import { ALERTS_PATH } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { addAlertAction, newAlertPage } from "~/features/watchlist/price-alerts/price-alerts.screen.server";
import { PageHead } from "~/ui/head";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "New price alert", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => newAlertPage(args);
export const action = (args: ActionFunctionArgs) => addAlertAction(args);

export default function NewPriceAlert() {
  const { values } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="New price alert"
        crumbs={[{ label: "Price alerts", to: ALERTS_PATH }, { label: "New price alert" }]}
      />
      <AlertForm values={values} />
    </>
  );
}
