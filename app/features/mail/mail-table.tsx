import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatCount } from "~/ui/format";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { LoggedMail } from "./log.queries.server";
import { MAIL_STATE_BADGES } from "./mail.badges";

type MailTableProps = {
  mails: LoggedMail[];
  zone: string;
  /** The address that resends an email. */
  againTo: string;
};

/** The emails to one person: the delivery of each, and the other server's answer if it failed. */
export function MailTable({ mails, zone, againTo }: MailTableProps) {
  return (
    <Table label="Emails" cards>
      <thead>
        <tr>
          <HeaderCell>Subject</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell numeric>Attempts</HeaderCell>
          <HeaderCell>Written</HeaderCell>
          <HeaderCell>Sent</HeaderCell>
          <HeaderCell>
            <span className="sr">Send again</span>
          </HeaderCell>
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
            <RowActions>
              <form method="post" action={againTo}>
                <input type="hidden" name="mail" value={id} />
                <Button size="sm" aria-label={`Send again: ${subject}`} busyText="Sending...">
                  Send again
                </Button>
              </form>
            </RowActions>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
