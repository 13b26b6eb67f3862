import { Button, LinkButton } from "~/ui/button";
import { DASH, formatMoney } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { LoadError, Note } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { providerWords } from "../../paypal/provider-words.rules";
import { refundPath } from "../../receipts/receipt.rules";
import { FINDING_KINDS, type Finding, type FindingKind, KIND_FACTS } from "./findings.rules";

type FindingsPageProps = {
  /** Undefined if the findings could not be read. */
  found?: readonly Finding[];
  /** Number of lines shown per kind. */
  shown: number;
  /** Why the last change was refused. */
  refused?: string;
  zone: string;
};

/** Differences between payments and access, each with its action, and the rules below. */
export function FindingsPage({ found, shown, refused, zone }: FindingsPageProps) {
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Payments", to: "/admin/payments" }, { label: "Money and access" }]}
        title="Money and access"
        meta="Compares each payment with the access it bought, and all access with the payment behind it, as of now."
      />
      {refused && <Note tone="warn" title={refused} />}
      {!found && <LoadError title="Failed to fetch payments" />}
      {found?.length === 0 && (
        <Note tone="good" title="No problems found.">
          Every payment has granted access, all access is accounted for, and no orders are stuck.
        </Note>
      )}
      {FINDING_KINDS.map((kind) => {
        const lines = found?.filter((finding) => finding.kind === kind) ?? [];
        return lines.length > 0 && <Kind key={kind} kind={kind} lines={lines} shown={shown} zone={zone} />;
      })}
      <Section title="What we check">
        <dl className="grid gap-3 text-sm">
          {FINDING_KINDS.map((kind) => (
            <div key={kind}>
              <dt>
                <strong>{KIND_FACTS[kind].title}</strong>
              </dt>
              <dd className="text-muted">{KIND_FACTS[kind].rule}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

type KindProps = { kind: FindingKind; lines: readonly Finding[]; shown: number; zone: string };

function Kind({ kind, lines, shown, zone }: KindProps) {
  const { title, rule } = KIND_FACTS[kind];
  const more = lines.length > shown;
  return (
    <Section title={title} aside={more ? `The first ${shown}; there are more` : String(lines.length)}>
      <p className="meta mb-3">{rule}</p>
      <Table label={`${title}, by member`} cards>
        <thead>
          <tr>
            <HeaderCell>Member</HeaderCell>
            <HeaderCell>Current tier</HeaderCell>
            <HeaderCell>Tier in question</HeaderCell>
            <HeaderCell>Since</HeaderCell>
            <HeaderCell numeric>Amount</HeaderCell>
            <HeaderCell>Fix</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shown).map((line) => (
            <Line key={line.subject} line={line} zone={zone} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Line({ line, zone }: { line: Finding; zone: string }) {
  const { kind, subject, memberId, name, email, tier, holds, at, until, amount, currency, note } = line;
  return (
    <tr>
      <RowHeader>
        <a href={`/admin/manage-users/${memberId}`}>{name}</a>
        <span className="meta block break-words">{email}</span>
      </RowHeader>
      <Cell label="Current tier">{holds}</Cell>
      <Cell label="Tier in question">
        {tier}
        {until && (
          <span className="meta block break-words">
            until <Time at={until} style="short-date" zone={zone} />
          </span>
        )}
      </Cell>
      <Cell label="Since">
        <Time at={at} style="short-datetime" zone={zone} />
        {note && <span className="meta block break-words">{providerWords(note)}</span>}
      </Cell>
      <Cell label="Amount" numeric>
        {amount && currency ? formatMoney(amount, currency) : DASH}
      </Cell>
      <Cell label="Fix">
        {kind === "paid twice" && (
          <LinkButton to={refundPath(subject)} size="sm">
            Refund
            <span className="sr">: {name}</span>
          </LinkButton>
        )}
        <form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="subject" value={subject} />
          {KIND_FACTS[kind].actions.map(({ fix, label, busy }) => (
            <Button key={fix} name="fix" value={fix} size="sm" busyText={busy}>
              {label}
              <span className="sr">: {name}</span>
            </Button>
          ))}
        </form>
      </Cell>
    </tr>
  );
}
