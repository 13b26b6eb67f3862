import type { SettledCard } from "~/features/calls/track-record/settled-cards.rules";
import { Columns } from "~/ui/card-columns";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { AlertCard, AlertsLoadError } from "./alert-card";
import type { Clock } from "./alert-plan";
import type { AlertCard as Card } from "./alerts.queries.server";

/** Alerts on the home page; specification, section 9. */
export const HOME_ALERTS = 3;

type HomeAlertsProps = {
  alerts?: Card[];
  /** How the settled ones among them ended, by id. */
  outcomes?: Record<string, SettledCard>;
  clock: Clock;
};

/**
 * The home page's Trade Alerts. The heading links to the old address, which redirects; specification, section
 * 2.3.
 */
export function HomeAlerts({ alerts, outcomes, clock }: HomeAlertsProps) {
  return (
    <Section title="Trade Alerts" to="/trade-alerts" more={{ label: "Show more", to: "/trade-alert" }}>
      {!alerts && <AlertsLoadError />}
      {alerts?.length === 0 && <EmptyState title="No trade alerts found." />}
      {alerts && alerts.length > 0 && (
        <Columns>
          {alerts.map((alert) => (
            <AlertCard key={alert.id} alert={alert} clock={clock} outcome={outcomes?.[alert.id]} />
          ))}
        </Columns>
      )}
    </Section>
  );
}
