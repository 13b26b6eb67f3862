import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { MemberEdition } from "./editions.queries.server";
import { DELIVERY_WORDS, editionPath, VERSION_WORDS } from "./newsletters.rules";

type MemberEditionsProps = { editions: MemberEdition[]; zone: string };

/** The newest newsletter emails to one member. Hidden if there are none. */
export function MemberEditions({ editions, zone }: MemberEditionsProps) {
  if (editions.length === 0) return null;
  return (
    <Section title="Newsletters" flush>
      <Table label="Newsletters" cards>
        <thead>
          <tr>
            <HeaderCell>Subject</HeaderCell>
            <HeaderCell>State</HeaderCell>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell>Sent</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {editions.map(({ id, editionId, subject, state, version, reason, sentAt }) => (
            <tr key={id}>
              <RowHeader sub={reason ?? undefined}>
                <a href={editionPath(editionId)}>{subject}</a>
              </RowHeader>
              <Cell label="State">{DELIVERY_WORDS[state]}</Cell>
              <Cell label="Version">{version === null ? "–" : VERSION_WORDS[version]}</Cell>
              <Cell label="Sent">{sentAt ? <Time at={sentAt} style="day-time" zone={zone} /> : "–"}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
