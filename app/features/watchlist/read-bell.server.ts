import { redirect } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { noContent, problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { markBellRead } from "./change-marks.server";

/**
 * Marks what a member was shown as read: by the form, or by script when the bell is opened.
 * @param page the page of all notifications, which the form leads back to
 */
export async function readBell(args: RequestArgs, page: string): Promise<Response> {
  const viewer = await viewerOf(args);
  const isScript = args.request.headers.get("Accept") === "application/json";
  if (viewer.kind !== "member" && isScript) return problem(401, "Sign in to read your notifications.");
  if (viewer.kind !== "member") return redirect(`/login?next=${encodeURIComponent(page)}`, 303);
  const { until } = (await readSubmission(args.request)).values;
  const time = new Date(typeof until === "string" ? until : Number.NaN);
  // A time that no page has shown marks nothing.
  if (time.getTime() > 0 && time.getFullYear() < 10_000) await markBellRead(viewer.id, time);
  return isScript ? noContent() : redirect(page, 303);
}
