import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UnsubscribePage } from "~/features/site-shell/unsubscribe-page";
import { ALERTS_PATH } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { stopMailsAction, stopMailsScreen } from "~/features/watchlist/price-alerts/stop-mails.screen.server";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Unsubscribe", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => stopMailsScreen(args);
export const action = (args: ActionFunctionArgs) => stopMailsAction(args);

export default function UnsubscribePriceAlerts() {
  const screen = useLoaderData<typeof loader>();
  const changed = useActionData<typeof action>();
  const isOn = changed?.isChanged ? changed.isOn : screen.isOn;
  return (
    <UnsubscribePage
      isKnown={screen.isKnown}
      isChanged={changed?.isChanged}
      words={isOn ? "You get price alerts by email" : "You do not get price alerts by email"}
      account={ALERTS_PATH}
      button={isOn ? "stop" : "resume"}
    >
      The bell always shows them. Your other emails stay as they are. The alerts themselves are
    </UnsubscribePage>
  );
}
