import { Outcome } from "~/features/calls/track-record/outcome";
import type { SettledCard } from "~/features/calls/track-record/settled-cards.rules";
import { companyHref } from "~/features/markets/company.rules";
import { WatchStar } from "~/features/marks/mark";
import { Badge, BuySellTag, TickerSymbol } from "~/ui/badge";
import { dayInWords } from "~/ui/charts/calendar";
import { isSameYear } from "~/ui/dates";
import { LoadError } from "~/ui/message";
import { Time } from "~/ui/time";
import { type Clock, CompactPlan } from "./alert-plan";
import type { AlertCall, AlertCard as Card } from "./alerts.queries.server";
import { LockedCard } from "./locked-card";

type AlertCardProps = {
  alert: Card;
  clock: Clock;
  /** How the call ended, if it was settled. */
  outcome?: Pick<SettledCard, "reason" | "result" | "endedOn">;
  /** One of many in a list. The offer between them lists once what is behind the paywall. */
  short?: boolean;
};

/**
 * An alert in a list: the call and its plan, or how it ended. Readers without access see only that it exists.
 */
export function AlertCard({ alert, clock, outcome, short }: AlertCardProps) {
  const { id, createdAt, call, readers } = alert;
  const to = `/trade-alert/${id}`;
  const style = isSameYear(createdAt, clock.now, clock.zone) ? "day-time" : "datetime";
  const at = <Time at={createdAt} style={style} zone={clock.zone} />;
  if (!call) {
    const meta = short ? `For ${readers}` : `Ticker, direction, target and stop are for ${readers}.`;
    return <LockedCard title={<>Alert of {at}</>} to={to} meta={meta} />;
  }
  const isOver = call.ended || outcome !== undefined;
  return (
    <article className={isOver ? "card card--rows text-muted" : "card card--rows"}>
      <div className="card-tags">
        <BuySellTag side={call.tag} quiet={isOver} />
        <TickerSymbol to={companyHref(call.companySymbol)}>{call.ticker}</TickerSymbol>
        <WatchStar symbol={call.companySymbol} name={call.name} />
        {outcome ? <Outcome {...outcome} /> : <EndStamp call={call} zone={clock.zone} />}
      </div>
      <h3>
        <a href={to}>{call.name}</a>
      </h3>
      {!outcome && <CompactPlan call={call} clock={clock} />}
      <p className="meta">
        Posted {at}
        {outcome && `, settled ${dayInWords(outcome.endedOn)}`}.
      </p>
    </article>
  );
}

type EndStampProps = { call: Pick<AlertCall, "ended" | "endsAt">; zone: string };

/** A stamp with the time at which the call ended. */
export function EndStamp({ call: { ended, endsAt }, zone }: EndStampProps) {
  if (!ended || endsAt === null) return null;
  return (
    <Badge>
      Ended <Time at={endsAt} style="short-date" zone={zone} />
    </Badge>
  );
}

/** Replaces alerts that failed to load; specification, section 8. */
export const AlertsLoadError = () => <LoadError title="Failed to fetch trade alerts" />;
