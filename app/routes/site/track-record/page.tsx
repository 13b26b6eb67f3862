import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { trackRecord } from "~/features/calls/record.server";
import { CallTable, GroupTable, RecordFigures } from "~/features/calls/record-parts";
import { PageHead, Section } from "~/ui/head";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Track record",
    description: "Every settled call, right or wrong, with the figures and how they are computed.",
  });

/** Shown of the worst and of the best. */
const ENDS = 6;

export async function loader(args: LoaderFunctionArgs) {
  const { calls, ...record } = await trackRecord(await viewerOf(args));
  const byResult = calls.toSorted((one, other) => one.result - other.result);
  const worst = byResult.slice(0, ENDS);
  return { ...record, shown: calls.length, worst, best: byResult.slice(worst.length).slice(-ENDS).reverse() };
}

export default function TrackRecord() {
  const { figures, byKind, byList, byYear, formulas, worst, best, ...rest } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Track record"
        meta="Every settled call, right or wrong. Past results are no promise."
      />
      <RecordFigures figures={figures} />
      <Section title="Where it came from">
        <GroupTable label="By kind" groups={byKind} />
        <GroupTable label="By list" groups={byList} />
        <GroupTable label="By year" groups={byYear} />
      </Section>
      {worst.length > 0 && (
        <Section title="The worst">
          <CallTable label="The worst" calls={worst} />
        </Section>
      )}
      {best.length > 0 && (
        <Section title="The best">
          <CallTable label="The best" calls={best} />
        </Section>
      )}
      <Section title="How it is computed">
        <dl className="facts">
          {formulas.map(({ name, formula }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formula}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="The log behind it">
        <BehindIt {...rest} />
      </Section>
    </>
  );
}

type BehindItProps = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "open" | "waiting" | "withdrawn" | "mistakes" | "shown" | "head"
>;

function BehindIt({ open, waiting, withdrawn, mistakes, shown, head }: BehindItProps) {
  return (
    <>
      <p>
        {`${open.alerts} alerts and ${open.picks} picks are open. Of the settled calls ${shown} can be looked at here, ${waiting} become public later. ${withdrawn} were withdrawn, ${mistakes} taken back within ten minutes.`}
      </p>
      <p>
        {`The head of the log is entry ${head.seq}: `}
        <code>{head.hash}</code>
      </p>
      <p>
        <a href="/track-record.csv">Calls, CSV</a> <a href="/track-record.json">Figures and calls, JSON</a>{" "}
        <a href="/track-record/log.json">The log, JSON</a>
      </p>
    </>
  );
}
