import { companyHref } from "~/features/markets/company/company.rules";
import { Badge, BuySellTag, TickerSymbol } from "~/ui/badge";
import { LoadError } from "~/ui/message";
import { Time } from "~/ui/time";
import { type Clock, CompactPlan } from "./alert-plan";
import type { AlertCall, AlertCard as Card } from "./alerts.queries.server";
import { LockedCard } from "./locked-card";

/** An alert in a list: the call and its plan, or, for who has not paid, that there is one. */
export function AlertCard({ alert, clock }: { alert: Card; clock: Clock }) {
  const { id, createdAt, call, readers } = alert;
  const to = `/trade-alert/${id}`;
  const at = <Time at={createdAt} style="day-time" zone={clock.zone} />;
  if (!call) {
    const meta = `Ticker, direction, target and stop are for ${readers}.`;
    return <LockedCard title={<>Alert of {at}</>} to={to} meta={meta} />;
  }
  return (
    <article className={call.ended ? "card card--rows text-muted" : "card card--rows"}>
      <div className="card-tags">
        <BuySellTag side={call.tag} quiet={call.ended} />
        <TickerSymbol to={companyHref(call.ticker)}>{call.ticker}</TickerSymbol>
        <EndStamp call={call} zone={clock.zone} />
      </div>
      <h3>
        <a href={to}>{call.name}</a>
      </h3>
      <CompactPlan call={call} clock={clock} />
      <p className="meta">Posted {at}.</p>
    </article>
  );
}

type EndStampProps = { call: Pick<AlertCall, "ended" | "endsAt">; zone: string };

/** Says of a call that it is over, and since when. */
export function EndStamp({ call: { ended, endsAt }, zone }: EndStampProps) {
  if (!ended || endsAt === null) return null;
  return (
    <Badge>
      Ended <Time at={endsAt} style="short-date" zone={zone} />
    </Badge>
  );
}

/** Where alerts would stand, had they been read; specification, section 8. */
export const AlertsLoadError = () => <LoadError title="Failed to fetch trade alerts" />;
