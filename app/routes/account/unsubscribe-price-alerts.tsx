import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { ALERTS_PATH } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { stopMailsAction, stopMailsScreen } from "~/features/watchlist/price-alerts/stop-mails.screen.server";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Unsubscribe", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => stopMailsScreen(args);
export const action = (args: ActionFunctionArgs) => stopMailsAction(args);

export default function UnsubscribePriceAlerts() {
  const screen = useLoaderData<typeof loader>();
  const changed = useActionData<typeof action>();
  const isOn = changed?.isChanged ? changed.isOn : screen.isOn;
  const words = isOn ? "You get price alerts by email" : "You do not get price alerts by email";
  return (
    <AuthLayout>
      <AuthPanel title="Emails from us" closeTo="/">
        {screen.isKnown ? (
          <>
            {changed?.isChanged ? <Note tone="good" title={`${words}.`} /> : <p>{words}.</p>}
            <p className="meta">
              The bell always shows them. Your other emails stay as they are. The alerts themselves are{" "}
              <a href={ALERTS_PATH}>in your account</a>.
            </p>
            <form method="post" className="actions">
              {!isOn && <input type="hidden" name="again" value="yes" />}
              <Button busyText="Saving..." variant={isOn ? "brand" : "plain"}>
                {isOn ? "Stop these emails" : "Turn them back on"}
              </Button>
            </form>
          </>
        ) : (
          <Note tone="bad" title="This link does not work.">
            <p>
              Open the link in our latest email, or turn these emails off{" "}
              <a href={ALERTS_PATH}>in your account</a>.
            </p>
          </Note>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}
