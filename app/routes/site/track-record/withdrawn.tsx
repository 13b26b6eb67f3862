import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/auth/viewer.server";
import { parsePosition } from "~/features/calls/track-record/record.queries.server";
import { withdrawnCount } from "~/features/calls/track-record/record.server";
import { waitingInWords } from "~/features/calls/track-record/record-words.rules";
import {
  WITHDRAWN_START,
  withdrawnCalls,
} from "~/features/calls/track-record/withdrawn-calls.queries.server";
import { WithdrawnTable } from "~/features/calls/track-record/withdrawn-table";
import { config } from "~/platform/config.server";
import { pluralize } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { pageMeta } from "~/web/meta";

const PATH = "/track-record/withdrawn";

export const handle = { sidebar: 2 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Withdrawn calls",
    description: "Every call that we withdrew before it settled.",
    path: PATH,
  });

export async function loader(args: LoaderFunctionArgs) {
  const position = new URL(args.request.url).searchParams.get("before");
  const [{ calls, next }, total] = await Promise.all([
    withdrawnCalls(await viewerOf(args), parsePosition(position, WITHDRAWN_START)),
    withdrawnCount(),
  ]);
  return {
    calls,
    total,
    isFirst: position === null,
    next: next && `${PATH}?before=${next.day}_${next.id}`,
    everPublic: config().trackRecordDays !== undefined,
  };
}

export default function WithdrawnCalls() {
  const { calls, total, isFirst, next, everPublic } = useLoaderData<typeof loader>();
  // With several pages, no page knows how many calls the others have.
  const hidden = isFirst && !next ? total - calls.length : 0;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Track record", to: "/track-record" }]}
        title="Withdrawn calls"
        meta="Calls that we withdrew before they settled. They are counted separately and are not in any figure."
      />
      {calls.length > 0 && <WithdrawnTable calls={calls} />}
      {calls.length === 0 && (
        <EmptyState title={isFirst ? "No withdrawn calls to show" : "No further withdrawn calls"} />
      )}
      <p className="record-note">
        {`${pluralize(total, "call")} withdrawn in total. `}
        {hidden > 0 && `${hidden} of them ${waitingInWords(everPublic)}. `}
        “When withdrawn” is the result at the last close on or before the day of the withdrawal, if there was
        a close within a week.
      </p>
      <p className="record-note flex flex-wrap gap-x-4 gap-y-1">
        {next && <a href={next}>Earlier withdrawals</a>}
        {!isFirst && <a href={PATH}>The newest withdrawals</a>}
        <a href="/track-record">The full track record</a>
      </p>
    </>
  );
}
