import type { ReactNode } from "react";
import { callTitle, REASON_LABELS } from "~/features/calls/calls.rules";
import type {
  AuthorCalls,
  AuthorsCall,
  EndedCall,
} from "~/features/calls/track-record/author-calls.queries.server";
import { CalledOn } from "~/features/calls/track-record/called-on";
import { Proof } from "~/features/calls/track-record/record-parts";
import type { AuthorProfile } from "~/features/content/authors/author-profile.queries.server";
import { pickHref } from "~/features/pick-href";
import { pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { Avatar } from "~/ui/avatar";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { DASH, formatCount, formatNumber, pluralize } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import "./author-page.css";

type AuthorHeadProps = { name: string; profile?: AuthorProfile; work: string; after?: ReactNode };

/** The author's portrait or initials, and the author's own words if there are any. */
export function AuthorHead({ name, profile, work, after }: AuthorHeadProps) {
  const { bio, portrait } = profile ?? {};
  return (
    <>
      <PageHead
        before={portrait ? <Portrait picture={portrait} name={name} /> : <Avatar name={name} />}
        title={name}
        after={after}
        meta={work}
      />
      {bio && <p className="author-bio">{bio}</p>}
    </>
  );
}

const Portrait = ({ picture, name }: { picture: StoredPicture; name: string }) => (
  <img className="author-portrait" {...pictureAttributes(picture)} alt={`${name}, portrait`} sizes="6rem" />
);

type FiguresProps = Pick<AuthorCalls, "figures"> & {
  /** How many calls the figures cover at most. */
  most: number;
};

/** The figures may leave out some of the newest calls. */
const newestNote = (settled: number, most: number): string =>
  `${settled === most ? "the last" : "of the last"} ${formatCount(most)}`;

/** How an author's calls went, by the rules of the track record. There is at least one. */
export function AuthorFigures({ figures, most }: FiguresProps) {
  const { settled, right, mean, median, ofNewest, open } = figures;
  return (
    <dl className="proof">
      <Proof
        label="Settled"
        note={ofNewest ? newestNote(settled, most) : `${settled - right} at zero or below`}
      >
        {formatCount(settled)}
      </Proof>
      <Proof label="Right" note={`${right} above zero`}>
        {`${formatNumber((100 * right) / settled, 0)}%`}
      </Proof>
      <Proof label="Mean result" note="one stake on each">
        <Change value={mean} decimals={1} />
      </Proof>
      <Proof label="Median result" note="half did better">
        <Change value={median} decimals={1} />
      </Proof>
      {open > 0 && (
        <Proof label="Open" note="not in the figures">
          {formatCount(open)}
        </Proof>
      )}
    </dl>
  );
}

type CallTableProps<Call> = {
  label: string;
  calls: readonly Call[];
  /** The address of a call's page. */
  hrefOf: (call: Call) => string;
  /** The headings of the columns after the call, and their cells. */
  columns: ReactNode;
  cells: (call: Call) => ReactNode;
};

/** A table of calls by name, each with a link to its page, and further columns. */
function CallTable<Call extends AuthorsCall>({ label, calls, hrefOf, columns, cells }: CallTableProps<Call>) {
  return (
    <Table label={label} className="extremes">
      <thead>
        <tr>
          <HeaderCell>Call</HeaderCell>
          {columns}
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <RowHeader>
              <a href={hrefOf(call)}>{callTitle(call)}</a>
              <span className="sub">
                <CalledOn symbol={call.symbol} companySymbol={call.companySymbol} list={call.list} />
              </span>
            </RowHeader>
            {cells(call)}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Calls that ended. */
export const EndedCalls = ({ calls }: { calls: readonly EndedCall[] }) => (
  <CallTable
    label="Closed calls"
    calls={calls}
    hrefOf={({ id }) => `/track-record/${id}`}
    columns={
      <>
        <HeaderCell>Ended</HeaderCell>
        <HeaderCell numeric>Result</HeaderCell>
      </>
    }
    cells={({ endedOn, state, reason, result }) => (
      <>
        <Cell>
          {dayInWords(endedOn)}
          <span className="sub">{state === "withdrawn" ? "Withdrawn" : reason && REASON_LABELS[reason]}</span>
        </Cell>
        <Cell numeric>{result === null ? DASH : <Change value={result} decimals={1} />}</Cell>
      </>
    )}
  />
);

/** Open calls, for readers with access. */
export const OpenCalls = ({ calls }: { calls: readonly AuthorsCall[] }) => (
  <CallTable
    label="Open calls"
    calls={calls}
    hrefOf={recordHref}
    columns={<HeaderCell>Made</HeaderCell>}
    cells={({ madeOn }) => <Cell>{dayInWords(madeOn)}</Cell>}
  />
);

const recordHref = ({ kind, list, recordId }: AuthorsCall): string =>
  kind === "alert" ? `/trade-alert/${recordId}` : pickHref(list ?? "", recordId);

/** The author's work in a sentence. */
export function describeWork({ figures: { settled, open } }: AuthorCalls): string {
  const calls = [
    settled > 0 && `${pluralize(settled, "call")} settled`,
    open > 0 && `${formatCount(open)} open`,
  ].filter(Boolean);
  return calls.length === 0 ? "Everything published under this name." : `${calls.join(", ")}.`;
}
