import { Badge } from "~/ui/badge";
import { formatCount } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { LoggedMail } from "./log.queries.server";
import { MAIL_STATE_BADGES } from "./mail.badges";

/** Mails to one address: how each went, and what the other side said when it did not. */
export function MailTable({ mails, zone }: { mails: LoggedMail[]; zone: string }) {
  return (
    <Table label="Mails" cards>
      <thead>
        <tr>
          <HeaderCell>Subject</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell numeric>Attempts</HeaderCell>
          <HeaderCell>Written</HeaderCell>
          <HeaderCell>Sent</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, subject, state, attempts, lastError, createdAt, sentAt }) => (
          <tr key={id}>
            <RowHeader sub={lastError ?? undefined}>{subject}</RowHeader>
            <Cell label="State">
              <Badge tone={MAIL_STATE_BADGES[state].tone}>{MAIL_STATE_BADGES[state].text}</Badge>
            </Cell>
            <Cell label="Attempts" numeric>
              {formatCount(attempts)}
            </Cell>
            <Cell label="Written">
              <Time at={createdAt} style="day-time" zone={zone} />
            </Cell>
            <Cell label="Sent">{sentAt ? <Time at={sentAt} style="day-time" zone={zone} /> : "–"}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
