import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/features/auth/viewer.server";
import { trackRecord } from "~/features/calls/record.server";

/** The record for programs: figures of all settled calls, and the calls that the viewer may know. */
export const loader = async (args: LoaderFunctionArgs) =>
  json(await trackRecord(await viewerOf(args)), { headers: { "Cache-Control": "private, no-store" } });
