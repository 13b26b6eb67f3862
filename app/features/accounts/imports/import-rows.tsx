import { LinkButton } from "~/ui/button";
import { formatCount } from "~/ui/format";
import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import type { ImportScreenData } from "./import.screen.server";
import { importPath } from "./import-columns.rules";
import { OUTCOME_WORDS } from "./import-words";

type Props = { stored: ImportScreenData["stored"]; rows: NonNullable<ImportScreenData["rows"]> };

/** One page of the rows with one outcome, and links to the other outcomes. */
export function ImportRows({ stored, rows }: Props) {
  const { outcome, lines, next, isFirst } = rows;
  const here = importPath(stored.id);
  const pageOf = (after?: number) =>
    `${here}?${new URLSearchParams({ show: outcome, ...(after ? { after: String(after) } : {}) })}#rows`;
  return (
    <Section title={`Rows: ${OUTCOME_WORDS[outcome]}`} id="rows">
      {stored.state === "compared" && <Kinds stored={stored} current={outcome} />}
      {outcome === "refused" && stored.refused > 0 && (
        <p className="mb-3">
          <a href={`${here}/refused.csv`} download>
            Download the refused rows
          </a>
          : correct them and import that file.
        </p>
      )}
      {lines.length === 0 ? (
        <p className="meta">No rows found.</p>
      ) : (
        <Table label="Rows in the file" cards>
          <thead>
            <tr>
              <HeaderCell numeric>Line</HeaderCell>
              <HeaderCell>Email</HeaderCell>
              <HeaderCell>Why</HeaderCell>
              <HeaderCell>Row</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, email, reason, text }) => (
              <tr key={line}>
                <Cell label="Line" numeric>
                  {formatCount(line)}
                </Cell>
                <RowHeader>
                  <span className="break-words">{email || "–"}</span>
                </RowHeader>
                <Cell label="Why">{reason ?? "–"}</Cell>
                <Cell label="Row">
                  <bdi className="meta break-words">
                    {text.length > 160 ? `${text.slice(0, 160)}…` : text}
                  </bdi>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div className="actions">
        {!isFirst && <LinkButton to={pageOf()}>First rows</LinkButton>}
        {next !== undefined && <LinkButton to={pageOf(next)}>Next rows</LinkButton>}
      </div>
    </Section>
  );
}

/** The number of rows of each outcome, each with a link. */
function Kinds({ stored, current }: { stored: Props["stored"]; current: string }) {
  const kinds = [
    ["added", stored.added],
    ["changed", stored.changed],
    ["same", stored.unchanged],
    ["refused", stored.refused],
    ["undecided", stored.undecided],
  ] as const;
  return (
    <nav className="tally" aria-label="Rows by result">
      {kinds.map(([outcome, count]) => (
        <a
          key={outcome}
          href={`${importPath(stored.id)}?show=${outcome}#rows`}
          aria-current={outcome === current ? "true" : undefined}
        >
          <b>{formatCount(count)}</b> {OUTCOME_WORDS[outcome]}
        </a>
      ))}
    </nav>
  );
}
