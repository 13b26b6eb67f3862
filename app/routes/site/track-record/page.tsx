import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/auth/viewer.server";
import { TrackRecordChart } from "~/features/calls/track-record/record-chart";
import { trackRecordPage } from "~/features/calls/track-record/record-page.server";
import {
  CallTable,
  GroupSection,
  HashLine,
  HowItIsComputed,
  TrackRecordFigures,
} from "~/features/calls/track-record/record-parts";
import {
  parsePart,
  trackRecordText,
  unsettledText,
  waitingInWords,
} from "~/features/calls/track-record/record-words.rules";
import { formatCount, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { Across } from "~/ui/two-part-page";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { sidebar: 3, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Track record",
    description: "Every settled call, right or wrong, with the figures and how they are computed.",
    ...(args.data &&
      args.data.shown > 0 && {
        picture: { path: "/og/track-record.png", alt: "Every settled call as a dot" },
      }),
  });

export async function loader(args: LoaderFunctionArgs) {
  const part = parsePart(new URL(args.request.url).searchParams.get("kind"));
  return trackRecordPage(await viewerOf(args), part);
}

export default function TrackRecord() {
  const { figures, index, part, byYear, groups, byList, formulas, worst, best, drawn, ...rest } =
    useLoaderData<typeof loader>();
  return (
    <Across
      beside={
        <>
          <header className="record-head">
            <h1>Every call we have settled, including the bad ones</h1>
            <p>{trackRecordText(figures, index.name, rest.waiting)} Past results are no guarantee.</p>
          </header>
          <TrackRecordFigures figures={figures} index={index.name} worst={rest.worstOf} />
          <TrackRecordChart
            calls={drawn}
            part={part}
            index={index.name}
            byYear={byYear}
            readable={rest.readableHere}
            waiting={rest.waitingHere}
            everPublic={rest.everPublic}
          />
        </>
      }
    >
      {groups.length > 0 && <GroupSection groups={groups} index={index.name} byList={byList} />}
      <div className="record-ends">
        {worst.length > 0 && (
          <Section title="The worst">
            <CallTable label="The worst calls" calls={worst} index={index.name} />
          </Section>
        )}
        {best.length > 0 && (
          <Section title="The best">
            <CallTable label="The best calls" calls={best} index={index.name} />
          </Section>
        )}
      </div>
      <Section title="How it is computed">
        <HowItIsComputed formulas={formulas} figures={figures} />
      </Section>
      <Section title="The log behind it" more={{ label: "Download, CSV", to: "/track-record.csv" }}>
        <BehindIt {...rest} />
      </Section>
    </Across>
  );
}

type BehindItProps = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  | "open"
  | "unsettled"
  | "overdue"
  | "waiting"
  | "everPublic"
  | "withdrawn"
  | "mistakes"
  | "reopened"
  | "shown"
  | "head"
>;

function BehindIt({ open, unsettled, overdue, waiting, ...rest }: BehindItProps) {
  const { everPublic, withdrawn, mistakes, reopened, shown, head } = rest;
  const { siteTz } = useRootData();
  return (
    <>
      <HashLine head={head} zone={siteTz}>
        <p>
          <strong>{`${pluralize(open.alerts + open.picks, "call")} open`}</strong>
          {`, ${open.alerts} alerts and ${open.picks} picks. Their names are for members. Their entries are already in the log.`}
          {unsettled > 0 && ` ${unsettledText(unsettled, overdue)}`}
        </p>
        <p>
          {`Settled calls: you can open ${shown}, and ${waiting} ${waitingInWords(everPublic)}. ${formatCount(withdrawn)} ${withdrawn === 1 ? "was" : "were"} withdrawn, and ${formatCount(mistakes)} taken back as a mistake within ten minutes.${reopened > 0 ? ` ${formatCount(reopened)} ${reopened === 1 ? "was" : "were"} closed and reopened: the log keeps both entries, and each call’s page gives the reason.` : ""}`}
        </p>
      </HashLine>
      <p className="record-note flex flex-wrap gap-x-4 gap-y-1">
        <a href="/track-record/verify">How to check it yourself</a>
        <a href="/track-record/withdrawn">Withdrawn calls</a>
        <a href="/track-record.json">Figures and calls, JSON</a>
        <a href="/track-record/log.json">The log, JSON</a>
      </p>
    </>
  );
}
