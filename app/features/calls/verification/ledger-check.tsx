import { Button } from "~/ui/button";
import { formatCount, pluralize } from "~/ui/format";
import { Time } from "~/ui/time";

type Moment = Date | string;

/**
 * The public part of a check. @property seq the last checked entry. @property hash of that entry
 * @property problems the number of rows
 */
type PublicCheck = { at: Moment; seq: number; hash: string; askedFor: boolean; problems: number };

type LedgerCheckProps = { last?: PublicCheck; underWay?: Moment; zone: string };

/** The result of the last check, and whether another one is in progress. */
export function LedgerCheck({ last, underWay, zone }: LedgerCheckProps) {
  return (
    <>
      {last && <LastCheck {...last} zone={zone} />}
      {!last && !underWay && <p>The ledger has not been checked yet.</p>}
      {underWay && (
        <p>
          {last ? "Another check has been running since " : "The first check has been running since "}
          <Time at={underWay} style="datetime" zone={zone} />.
        </p>
      )}
    </>
  );
}

const LastCheck = ({ at, seq, hash, askedFor, problems, zone }: PublicCheck & { zone: string }) => (
  <>
    <p>
      {"On "}
      <Time at={at} style="datetime" zone={zone} />
      {`, up to entry ${formatCount(seq)}: `}
      {problems === 0 ? (
        "every entry, every call and every figure was unchanged."
      ) : (
        <strong>{`${pluralize(problems, "row")} not as recorded. We are investigating.`}</strong>
      )}
      {askedFor ? " Our staff requested this check." : " This was the daily check."}
    </p>
    <p>
      {`At that time, the hash of entry ${formatCount(seq)} was `}
      <code>{hash}</code>
    </p>
  </>
);

/** Requests a check. Works without JavaScript. */
export const RequestLedgerCheck = ({ underWay }: { underWay: boolean }) => (
  <form method="post" action="/admin/ledger-checks" className="actions mt-4">
    <Button busyText="Starting..." disabled={underWay}>
      {underWay ? "A check is in progress" : "Check the ledger now"}
    </Button>
  </form>
);
