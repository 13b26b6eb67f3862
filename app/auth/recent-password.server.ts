import { redirect } from "@remix-run/node";
import { PendingSubmission } from "db/entities/pending-submission";
import { columns } from "db/entity-columns.server";
import { int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { isApiPath } from "~/web/api-path";
import { forbidden } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { CONTINUED_FIELD } from "./continued-field";
import { freshnessFor, type Permission } from "./permissions.server";
import { KEYS_CANNOT, refuseNarrowed } from "./viewer.server";
import { FRESHNESS, type StaffViewer, type Writer } from "./viewer-types.server";

/** The page that asks for the password again. */
export const PASSWORD_CHECK_PATH = "/admin/password-check";

/** The query parameter with the id of the held submission. */
const HELD = "held";

const PURPOSE = "held submission";
const MINUTES = 30;

/** Held submissions per session; the oldest is dropped first. */
const MOST_HELD = 3;

/**
 * Whether the password was given recently enough for an action. The session decides: how it started, and when
 * the password was last given. An API token was issued for the password, so it always passes; a key never does.
 */
export function hasRecentPassword(staff: Writer, action: Permission): boolean {
  const within = freshnessFor(action);
  if (within === undefined) return true;
  if (staff.kind === "key") return false;
  if (staff.showsApiToken && staff.origin === "api") return true;
  const given = staff.passwordAge;
  return given !== undefined && FRESHNESS.indexOf(given) <= FRESHNESS.indexOf(within);
}

/**
 * Requires a recent password. Otherwise it holds the submission and redirects to the password check, after
 * which the submission continues automatically.
 * @returns the arguments to continue with; their request is the held one, if there is one
 * @throws the redirect; 403 in the API
 */
export async function withRecentPassword<Args extends RequestArgs>(
  args: Args,
  staff: StaffViewer,
  action: Permission,
): Promise<Args> {
  const { request } = args;
  refuseNarrowed(staff, action);
  if (!hasRecentPassword(staff, action))
    throw isApi(request) ? passwordRequired() : await holdSubmission(request, staff);
  const held = new URL(request.url).searchParams.get(HELD);
  return held === null || isApi(request)
    ? args
    : { ...args, request: await takeHeldRequest(request, staff, held) };
}

/** The same for reading: a file of members or of payments. */
export function requireRecentPassword({ request }: RequestArgs, staff: Writer, action: Permission): void {
  refuseNarrowed(staff, action);
  if (hasRecentPassword(staff, action)) return;
  if (staff.kind === "key") throw forbidden(KEYS_CANNOT);
  if (isApi(request)) throw passwordRequired();
  throw redirect(`${PASSWORD_CHECK_PATH}?next=${encodeURIComponent(requestPath(request))}`);
}

/**
 * The last check before a write, for every entry point.
 * @throws 403 when the entry point did not ask for the password
 */
export function assertRecentPassword(staff: Writer, action: Permission): void {
  refuseNarrowed(staff, action);
  if (!hasRecentPassword(staff, action)) throw passwordRequired();
}

const isApi = (request: Request) => isApiPath(new URL(request.url).pathname);

const passwordRequired = () =>
  forbidden(`Enter your password again at ${PASSWORD_CHECK_PATH} first, or use an API token.`);

/** The requested page as a path. */
function requestPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of [HELD, "_routes"]) searchParams.delete(name);
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  const page = pathname.replace(/\.data$/, "");
  return safePath(page + search) ?? page;
}

const HOLD = statement("held-submissions.hold", columns(PendingSubmission, "id"))`
  insert into held_submissions (session_id, path, content_type, sealed, expires_at)
  values (${uuid("sessionId")}, ${text("path")}, ${text("contentType")}, ${text("sealed")},
          now() + make_interval(mins => ${int("minutes")}))
  returning id`;
const DROP_OLDER = command("held-submissions.drop-older")`
  delete from held_submissions where id in (
    select id from held_submissions where session_id = ${uuid("sessionId")} order by created_at desc, id offset ${MOST_HELD})`;

/** @returns the redirect to the password check */
async function holdSubmission(request: Request, { sessionId }: StaffViewer): Promise<Response> {
  const path = requestPath(request);
  const body = Buffer.from(await request.arrayBuffer());
  const contentType = (request.headers.get("Content-Type") ?? "").slice(0, 200) || "text/plain";
  const encrypted = encrypt(PURPOSE, sessionId, body);
  const row = await HOLD.first({ sessionId, path, contentType, sealed: encrypted, minutes: MINUTES });
  await DROP_OLDER.run({ sessionId });
  return redirect(`${PASSWORD_CHECK_PATH}?${HELD}=${row?.id}`, {
    status: 303,
    headers: { "X-Remix-Reload-Document": "true" },
  });
}

const WAITS = columns(PendingSubmission, "path");
const FIND = statement("held-submissions.find", WAITS)`
  select ${WAITS} from held_submissions
   where id = ${uuid("id")} and session_id = ${uuid("sessionId")} and expires_at > now()`;

/** The path of the held submission; undefined when there is none. */
export async function heldSubmissionPath(
  { request }: RequestArgs,
  { sessionId }: StaffViewer,
): Promise<string | undefined> {
  const id = new URL(request.url).searchParams.get(HELD);
  return id !== null && isUuid(id) ? (await FIND.first({ id, sessionId }))?.path : undefined;
}

/** Redirects the browser to the held submission. Status 307 keeps it a POST, without script. */
export function resubmit({ request }: RequestArgs, path: string): Response {
  const url = new URL(path, "http://own.invalid");
  url.searchParams.set(HELD, new URL(request.url).searchParams.get(HELD) ?? "");
  return redirect(url.pathname + url.search, 307);
}

const TAKEN = columns(PendingSubmission, "path", "contentType", "sealed");
const TAKE = statement("held-submissions.take", TAKEN)`
  delete from held_submissions
   where id = ${uuid("id")} and session_id = ${uuid("sessionId")} and expires_at > now() returning ${TAKEN}`;

/**
 * The held request. A form that was filled in again at the same address is used as it is.
 * @throws a redirect when the submission was already sent or has expired
 */
async function takeHeldRequest(request: Request, { sessionId }: StaffViewer, id: string): Promise<Request> {
  const path = requestPath(request);
  const copy = request.clone();
  if (!(await isContinuation(copy))) return request;
  const taken = isUuid(id) ? await TAKE.first({ id, sessionId }) : undefined;
  const opened = taken?.path === path ? decrypt(PURPOSE, sessionId, taken.sealed) : undefined;
  if (!taken || !opened) {
    const text = "This form was already sent or has expired. Check this page before you send it again.";
    throw await redirectWithToast(path, { tone: "bad", text });
  }
  const headers = new Headers(request.headers);
  headers.set("Content-Type", taken.contentType);
  headers.delete("Content-Length");
  return new Request(new URL(path, request.url), {
    method: request.method,
    headers,
    body: new Uint8Array(opened.bytes),
  });
}

async function isContinuation(request: Request): Promise<boolean> {
  if (!request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded")) return false;
  return new URLSearchParams(await request.text()).has(CONTINUED_FIELD);
}

/** Deletes a batch of expired held submissions. @returns the number of deleted rows */
export const sweepHeldSubmissions = sweep("held-submissions.sweep", "held_submissions", "expires_at < now()");
