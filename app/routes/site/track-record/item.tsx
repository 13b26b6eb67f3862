import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/auth/viewer.server";
import { CallFacts } from "~/features/calls/call-facts";
import { callTitle, RECORDED_LATER } from "~/features/calls/calls.rules";
import { CallFigures, CallSteps } from "~/features/calls/track-record/call-page";
import { callPage } from "~/features/calls/track-record/call-page.server";
import { daysBetween } from "~/features/calls/track-record/record.rules";
import { SettledExhibit, Verdict, Withdrawal } from "~/features/calls/track-record/settled-call";
import { AuthorLink } from "~/features/content/authors/author-link";
import { Holdings } from "~/features/content/holdings";
import { companyHref } from "~/features/markets/company.rules";
import { BuySellTag, TickerSymbol } from "~/ui/badge";
import { dayInWords } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import { PageHead, Section } from "~/ui/head";
import { Across } from "~/ui/two-part-page";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const handle = { sidebar: 1, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data ? `${args.data.call.direction.toUpperCase()} ${args.data.call.name}` : "Call",
    description:
      args.data &&
      `${callTitle(args.data.call)}, a call made on ${dayInWords(args.data.madeOn)}: how it went, step by step, from our track record of all calls.`,
    // A call that is not public has no such picture, and its page is not shared.
    picture: args.data?.settled?.chart && {
      path: `/og/track-record/${args.data.call.id}.png`,
      alt: `${callTitle(args.data.call)}: how it went`,
    },
  });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = args.params;
  const found = isUuid(id) ? await callPage(await viewerOf(args), id) : undefined;
  if (!found) throw notFound("Call not found.");
  return found;
}

export default function SettledCall() {
  const loaded = useLoaderData<typeof loader>();
  const { call, companySymbol, madeOn, enteredOn, events, settled, steps, holdings } = loaded;
  const { siteTz } = useRootData();
  return (
    <Across
      beside={
        <article>
          <PageHead
            crumbs={[{ label: "Track record", to: "/track-record" }]}
            before={<BuySellTag side={call.direction} quiet />}
            title={call.name}
            after={<TickerSymbol to={companyHref(companySymbol)}>{call.symbol}</TickerSymbol>}
            meta={<CallDates {...loaded} />}
          />
          {call.state === "withdrawn" && call.endedOn && (
            <Withdrawal days={Math.max(0, daysBetween(madeOn, call.endedOn))} />
          )}
          {settled?.verdict && <Verdict {...settled.verdict} note={settled.comparison} />}
          {settled?.chart && (
            <SettledExhibit
              chart={settled.chart}
              name={call.name}
              index={settled.index}
              currency={call.currency}
            />
          )}
        </article>
      }
    >
      <Section
        title="How it went, step by step"
        more={{ label: "The full track record", to: "/track-record" }}
      >
        <div className="call-story">
          <CallSteps steps={steps} unit={settled?.chart?.call.unit} />
          {settled && <CallFigures call={call} enteredOn={enteredOn} settled={settled} />}
        </div>
        {holdings && <Holdings {...holdings} />}
      </Section>
      <Section title="In the log" more={{ label: "How to check it", to: "/track-record/verify" }}>
        <CallFacts call={call} events={events} today={dayIn(siteTz, new Date())} zone={siteTz} />
      </Section>
    </Across>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

const endState = ({ state }: Pick<Loaded["call"], "state">) => (state === "withdrawn" ? state : "settled");

/** The author and the dates of a call. */
function CallDates({ call, madeOn }: Loaded) {
  const { author, endedOn, recordedLater } = call;
  return (
    <>
      {author && (
        <>
          <AuthorLink name={author} />
          {". "}
        </>
      )}
      {`Made ${dayInWords(madeOn)}, ${endState(call)} ${dayInWords(endedOn ?? madeOn)}. Past results are no guarantee.`}
      {recordedLater && (
        <>
          {" "}
          <a href="/track-record/verify#later">{`${RECORDED_LATER}.`}</a>
        </>
      )}
    </>
  );
}
