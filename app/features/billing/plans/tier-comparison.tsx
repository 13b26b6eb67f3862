import type { Tier } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import "./package-card.css";

/** `true` is all of it, `false` is nothing, a text says how much. */
type Reads = boolean | string;
type Line = { what: string; reads: Record<Tier, Reads> };

type TierComparisonProps = {
  /** The available tiers, the lowest first. */
  tiers: readonly Tier[];
  /** Whether this page has a free brief. Undefined if that could not be read. */
  hasSample: boolean | undefined;
  /** Days until closed calls become public. Undefined for never. */
  publicAfterDays?: number;
  /** This reader's free trial of each tier, in words. */
  trials?: Partial<Record<Tier, string>>;
};

/** What `accessTo` opens to each tier, line by line. */
const comparisonLines = ({
  hasSample,
  publicAfterDays,
  trials = {},
}: Omit<TierComparisonProps, "tiers">): Line[] => {
  const members = (what: string, Basic: Reads): Line => ({
    what,
    reads: { Basic, Premium: true, Private: true },
  });
  const settled = publicAfterDays === undefined ? false : afterDays(publicAfterDays);
  return [
    members("News, quotes and company pages", true),
    members("The track record, right and wrong", true),
    members("Settled calls by name", settled),
    ...(hasSample === undefined ? [] : [members("Daily briefs", hasSample && "one to try")]),
    members("Stock picks", "without names"),
    members("Open trade alerts", false),
    members("Videos", "free ones"),
    { what: "Content marked Private", reads: { Basic: false, Premium: false, Private: true } },
    ...(Object.keys(trials).length > 0
      ? [{ what: "Free trial", reads: { Basic: false, Premium: false, Private: false, ...trials } }]
      : []),
  ];
};

const afterDays = (days: number): Reads => (days === 0 ? true : `after ${pluralize(days, "day")}`);

/** A table of the content that each tier opens. */
export function TierComparison({ tiers, ...known }: TierComparisonProps) {
  return (
    <Section title="Compare the plans">
      <Table label="What each plan includes" className="compare">
        <thead>
          <tr>
            <HeaderCell>What</HeaderCell>
            {tiers.map((tier) => (
              <HeaderCell key={tier}>{tier}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisonLines(known).map(({ what, reads }) => (
            <tr key={what}>
              <RowHeader>{what}</RowHeader>
              {tiers.map((tier) => (
                <Cell key={tier}>
                  <Reading reads={reads[tier]} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Reading({ reads }: { reads: Reads }) {
  if (typeof reads === "string") return <>{reads}</>;
  return (
    <>
      <span className={reads ? "yes" : "no"} aria-hidden="true">
        {!reads && "–"}
      </span>
      <span className="sr">{reads ? "Yes" : "No"}</span>
    </>
  );
}
