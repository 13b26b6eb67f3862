import { Badge } from "~/ui/badge";
import { formatCount } from "~/ui/format";
import { Cell, Head, RowName, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { LoggedMail } from "./log.queries.server";
import { MAIL_WORDS } from "./mail.rules";

/** Mails to one address: how each went, and what the other side said when it did not. */
export function MailTable({ mails, zone }: { mails: LoggedMail[]; zone: string }) {
  return (
    <Table label="Mails" cards>
      <thead>
        <tr>
          <Head>Subject</Head>
          <Head>State</Head>
          <Head numeric>Attempts</Head>
          <Head>Written</Head>
          <Head>Sent</Head>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, subject, state, attempts, lastError, createdAt, sentAt }) => (
          <tr key={id}>
            <RowName sub={lastError ?? undefined}>{subject}</RowName>
            <Cell label="State">
              <Badge tone={MAIL_WORDS[state].tone}>{MAIL_WORDS[state].text}</Badge>
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
