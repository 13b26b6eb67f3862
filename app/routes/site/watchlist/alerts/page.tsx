import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlertList, AlertMails } from "~/features/watchlist/price-alerts/alert-list";
import { ALERTS_PATH, NEW_ALERT_PATH } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { alertsPage, changeAlerts } from "~/features/watchlist/price-alerts/price-alerts.screen.server";
import { WATCHED_SIZE } from "~/features/watchlist/watchlist.rules";
import { WatchlistHead } from "~/features/watchlist/watchlist-page";
import { LinkButton } from "~/ui/button";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Price alerts", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => alertsPage(args);
export const action = (args: ActionFunctionArgs) => changeAlerts(args);

export default function PriceAlerts() {
  const { alerts, total, page, mails } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const place = { page, size: WATCHED_SIZE, total, href: (to: number) => pageHref(ALERTS_PATH, {}, to) };
  return (
    <>
      <WatchlistHead current={ALERTS_PATH}>
        We tell you when a company’s price reaches a level you set.
      </WatchlistHead>
      {alerts.length === 0 ? (
        <NoRows
          {...place}
          title="You have no price alerts yet."
          action={{ label: "New price alert", to: NEW_ALERT_PATH }}
        />
      ) : (
        <>
          <AlertList alerts={alerts} zone={siteTz} />
          <p className="mt-6">
            <LinkButton to={NEW_ALERT_PATH} icon="plus">
              New price alert
            </LinkButton>
          </p>
        </>
      )}
      {total > WATCHED_SIZE && <Pager {...place} count={alerts.length} />}
      <AlertMails wanted={mails} />
    </>
  );
}
