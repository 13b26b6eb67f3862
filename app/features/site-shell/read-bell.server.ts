import { redirect } from "@remix-run/node";
import { timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";
import { viewerOf } from "~/auth/viewer.server";
import { noContent, problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { BELL_PATH } from "./paths";

/** Never later than now, and never earlier than before. */
const READ = command("bell.read")`
  insert into member_marks (member_id, bell_read_at) values (${uuid("memberId")}, least(now(), ${timestamp("until")}))
      on conflict (member_id) do update
         set bell_read_at = greatest(member_marks.bell_read_at, excluded.bell_read_at)`;

/** Marks what a member was shown as read: by the form, or by script when the bell is opened. */
export async function readBell(args: RequestArgs): Promise<Response> {
  const viewer = await viewerOf(args);
  const isScript = args.request.headers.get("Accept") === "application/json";
  if (viewer.kind !== "member" && isScript) return problem(401, "Sign in to read your notifications.");
  if (viewer.kind !== "member") return redirect(`/login?next=${encodeURIComponent(BELL_PATH)}`, 303);
  const { until } = (await readSubmission(args.request)).values;
  const time = new Date(typeof until === "string" ? until : Number.NaN);
  // A time that no page has shown marks nothing.
  if (time.getTime() > 0 && time.getFullYear() < 10_000) await READ.run({ memberId: viewer.id, until: time });
  return isScript ? noContent() : redirect(BELL_PATH, 303);
}
