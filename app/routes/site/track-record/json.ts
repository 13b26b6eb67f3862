import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { parsePosition } from "~/features/calls/track-record/record.queries.server";
import { trackRecordJson } from "~/features/calls/track-record/record-downloads.server";

/**
 * The track record as JSON: the figures, and the calls that the viewer may see, five hundred per part.
 * `?after=` takes the previous part's `next`.
 */
export const loader = async (args: LoaderFunctionArgs) =>
  json(
    await trackRecordJson(
      await viewerOf(args),
      parsePosition(new URL(args.request.url).searchParams.get("after")),
    ),
    {
      headers: { "Cache-Control": "private, no-store" },
    },
  );
