import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlertForm } from "~/features/watchlist/price-alerts/alert-form";
import { ALERTS_PATH } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { editAlertAction, editAlertPage } from "~/features/watchlist/price-alerts/price-alerts.screen.server";
import { PageHead } from "~/ui/head";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Edit price alert", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => editAlertPage(args);
export const action = (args: ActionFunctionArgs) => editAlertAction(args);

export default function EditPriceAlert() {
  const { values } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Edit price alert"
        crumbs={[{ label: "Price alerts", to: ALERTS_PATH }, { label: "Edit price alert" }]}
      />
      <AlertForm values={values} />
    </>
  );
}
