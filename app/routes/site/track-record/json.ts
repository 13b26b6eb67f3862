import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { parsePosition, trackRecordJson } from "~/features/calls/track-record/record.server";

/**
 * The record for programs: the figures, and the calls that the viewer may know, five hundred at a time:
 * `?after=` what `next` said.
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
