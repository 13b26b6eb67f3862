import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { positionOf, recordJson } from "~/features/calls/track-record/record.server";

/**
 * The record for programs: the figures, and the calls that the viewer may know, five hundred at a time:
 * `?after=` what `next` said.
 */
export const loader = async (args: LoaderFunctionArgs) =>
  json(
    await recordJson(await viewerOf(args), positionOf(new URL(args.request.url).searchParams.get("after"))),
    {
      headers: { "Cache-Control": "private, no-store" },
    },
  );
