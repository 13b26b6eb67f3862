import type { useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { formatCount } from "~/ui/format";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { ChangeButton } from "./webhook-change";
import { DELIVERY_BADGES, DELIVERY_FILTERS, eventText, logPath } from "./webhook-screens.rules";
import type { webhookScreen } from "./webhooks.screen.server";
import { Moment } from "./webhooks-page";

type Log = ReturnType<typeof useLoaderData<typeof webhookScreen>>["log"];
type Delivery = Log["deliveries"][number];

const FILTERS = [["", "All"] as const, ...Object.entries(DELIVERY_FILTERS)];

/** What was sent to a webhook, newest first. */
export const DeliveryLog = ({
  id,
  deliveries,
  state,
  olderTo,
  newestTo,
  hasFailed,
}: Log & { id: string }) => (
  <Section title="Deliveries">
    <div className="mb-4">
      <Tabs
        label="Deliveries by state"
        items={FILTERS.map(([value, label]) => ({
          label,
          to: logPath(id, { state: value }),
          current: value === (state ?? ""),
        }))}
      />
    </div>
    {deliveries.length === 0 ? (
      <EmptyState title={state ? "No such deliveries." : "No deliveries yet."} />
    ) : (
      <Deliveries deliveries={deliveries} />
    )}
    {(olderTo || newestTo || hasFailed) && (
      <div className="actions mt-4">
        {newestTo && <LinkButton to={newestTo}>Newest</LinkButton>}
        {olderTo && <LinkButton to={olderTo}>Older deliveries</LinkButton>}
        {hasFailed && <ChangeButton change="all-again" />}
      </div>
    )}
  </Section>
);

const Deliveries = ({ deliveries }: Pick<Log, "deliveries">) => (
  <Table label="Deliveries, newest first" cards>
    <thead>
      <tr>
        <HeaderCell>Event</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell numeric>Attempts</HeaderCell>
        <HeaderCell>Last attempt</HeaderCell>
        <HeaderCell>Answer</HeaderCell>
        <HeaderCell>
          <span className="sr">Actions</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {deliveries.map((delivery) => (
        <Line key={delivery.id} {...delivery} />
      ))}
    </tbody>
  </Table>
);

function Line(delivery: Delivery) {
  const { id, recordTo, changedAt, state, attempts, nextAt, triedAt, canSendAgain } = delivery;
  const event = eventText(delivery);
  return (
    <tr>
      <RowHeader sub={<Moment at={changedAt} otherwise="" />}>
        {recordTo ? <a href={recordTo}>{event}</a> : event}
      </RowHeader>
      <Cell label="State">
        <Badge tone={DELIVERY_BADGES[state].tone}>{DELIVERY_BADGES[state].text}</Badge>
        {state === "waiting" && attempts > 0 && (
          <span className="meta mt-1 block">
            Next attempt <Moment at={nextAt} otherwise="soon" />
          </span>
        )}
      </Cell>
      <Cell label="Attempts" numeric>
        {formatCount(attempts)}
      </Cell>
      <Cell label="Last attempt">
        <Moment at={triedAt} otherwise="None yet" />
      </Cell>
      <Cell label="Answer">
        <Answer {...delivery} />
      </Cell>
      <RowActions>{canSendAgain && <ChangeButton change="again" delivery={id} about={event} />}</RowActions>
    </tr>
  );
}

/** Why it counts as failed or the status of a success, and the first bytes of the body, which only people see. */
const Answer = ({ status, reason, answer }: Delivery) => (
  <>
    <span className="wrap-anywhere">{reason ?? status ?? "None yet"}</span>
    {answer && (
      <details className="more">
        <summary>What it said</summary>
        <p className="meta whitespace-pre-line wrap-anywhere" dir="auto">
          {answer}
        </p>
      </details>
    )}
  </>
);
