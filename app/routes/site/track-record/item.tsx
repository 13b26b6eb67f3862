import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { CallFacts } from "~/features/calls/call-facts";
import { callTitle } from "~/features/calls/calls.rules";
import { SettledExhibit, Verdict } from "~/features/calls/settled-call";
import { settledCall } from "~/features/calls/settled-call.server";
import { BuySellTag, TickerSymbol } from "~/ui/badge";
import { PageHead, Section } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data ? `${args.data.call.direction.toUpperCase()} ${args.data.call.name}` : "Call",
    // Of a call that is not public there is no such picture, and then nobody has this page to share.
    picture: args.data?.settled?.chart && {
      path: `/og/track-record/${args.data.call.id}.png`,
      alt: `${callTitle(args.data.call)}: how it went`,
    },
  });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = args.params;
  const found = isUuid(id) ? await settledCall(await viewerOf(args), id) : undefined;
  if (!found) throw notFound("Call not found.");
  return found;
}

export default function SettledCall() {
  const { call, events, settled } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <article>
      <PageHead
        crumbs={[{ label: "Track record", to: "/track-record" }]}
        before={<BuySellTag side={call.direction} quiet />}
        title={call.name}
        after={<TickerSymbol>{call.symbol}</TickerSymbol>}
        meta="As it was made and as it ended. Past results are no promise."
      />
      {settled?.verdict && <Verdict {...settled.verdict} note={settled.comparison} />}
      {settled?.chart && (
        <SettledExhibit
          chart={settled.chart}
          name={call.name}
          index={settled.index}
          currency={call.currency}
        />
      )}
      <Section title="From made to settled" more={{ label: "The whole record", to: "/track-record" }}>
        <CallFacts call={call} events={events} zone={siteTz} />
      </Section>
    </article>
  );
}
