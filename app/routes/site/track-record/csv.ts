import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFile } from "~/admin-kit/csv.server";
import { viewerOf } from "~/auth/viewer.server";
import { trackRecordLines } from "~/features/calls/track-record/record-downloads.server";

/** The calls of the track record that the viewer may see, with all data behind their results. */
export const loader = async (args: LoaderFunctionArgs) =>
  csvFile("track-record", await trackRecordLines(await viewerOf(args)));
