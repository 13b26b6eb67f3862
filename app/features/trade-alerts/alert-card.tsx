import { Tag, Tick } from "~/ui/badge";
import { Unread } from "~/ui/message";
import { LockedCard } from "~/ui/story";
import { Time } from "~/ui/time";
import { SmallPlan } from "./alert-plan";
import type { AlertCard as Card } from "./trade-alerts.queries.server";

/** An alert in a list: the call and its plan, or, for who has not paid, that there is one. */
export function AlertCard({ alert, zone }: { alert: Card; zone: string }) {
  const { id, createdAt, call } = alert;
  const to = `/trade-alert/${id}`;
  const at = <Time at={createdAt} style="day-time" zone={zone} />;
  if (!call) {
    const meta = "Ticker, direction, target and stop are for members.";
    return <LockedCard title={<>Alert of {at}</>} to={to} meta={meta} />;
  }
  return (
    <article className="card card--rows">
      <div className="card-tags">
        <Tag side={call.tag} />
        <Tick>{call.ticker}</Tick>
      </div>
      <h3>
        <a href={to}>{call.name}</a>
      </h3>
      <SmallPlan call={call} />
      <p className="meta">Posted {at}.</p>
    </article>
  );
}

/** Where alerts would stand, had they been read; specification, section 8. */
export const AlertsUnread = () => <Unread title="Failed to fetch trade alerts" />;
