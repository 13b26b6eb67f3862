import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { CallFacts } from "~/features/calls/call-facts";
import { eventsOfCall } from "~/features/calls/close-call.server";
import { endedCall } from "~/features/calls/record.queries.server";
import { BuySellTag, TickerSymbol } from "~/ui/badge";
import { PageHead } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data ? `${args.data.call.direction.toUpperCase()} ${args.data.call.name}` : "Call",
  });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = args.params;
  const call = isUuid(id) ? await endedCall(await viewerOf(args), id) : undefined;
  if (!call) throw notFound("Call not found.");
  return { call, events: await eventsOfCall(call.id) };
}

export default function SettledCall() {
  const { call, events } = useLoaderData<typeof loader>();
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
      <CallFacts call={call} events={events} zone={siteTz} />
    </article>
  );
}
