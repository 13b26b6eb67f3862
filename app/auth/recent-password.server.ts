import { redirect } from "@remix-run/node";
import { HeldSubmission } from "db/entities/held-submission";
import { columns } from "db/entity-columns.server";
import { int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { seal, unseal } from "~/platform/sealed.server";
import { isApiPath } from "~/web/api-path";
import { forbidden } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { GOES_ON } from "./goes-on";
import { freshnessFor, type Permission } from "./permissions.server";
import { FRESHNESS, type StaffViewer } from "./viewer-types.server";

/** The page that asks for the password once more. */
export const PASSWORD_CHECK_PATH = "/admin/password-check";

/** Names what waits, in the address of that page and in that of what goes on. */
const HELD = "held";

const PURPOSE = "held submission";
const MINUTES = 30;

/** How many wait for one session; the oldest goes first. */
const MOST_HELD = 3;

/**
 * Whether somebody gave their password lately enough for a deed. What decides is the session: how it began, and when its password
 * was given last. A token of the API's login was given for the password, and whoever shows it to the API is a program.
 */
export function gavePasswordFor(staff: StaffViewer, deed: Permission): boolean {
  const within = freshnessFor(deed);
  if (within === undefined || (staff.showsApiToken && staff.origin === "api")) return true;
  const given = staff.gavePassword;
  return given !== undefined && FRESHNESS.indexOf(given) <= FRESHNESS.indexOf(within);
}

/**
 * Lets only those through who gave their password lately enough for a deed. Others are led to the page that asks for it, and what
 * they posted waits there: it goes on from there by itself.
 * @returns the arguments to go on with: their request is the one that waited, where one did
 * @throws the way to that page; 403 in the API
 */
export async function withRecentPassword<Args extends RequestArgs>(
  args: Args,
  staff: StaffViewer,
  deed: Permission,
): Promise<Args> {
  const { request } = args;
  if (!gavePasswordFor(staff, deed)) throw isApi(request) ? passwordMissing() : await hold(request, staff);
  const held = new URL(request.url).searchParams.get(HELD);
  return held === null || isApi(request) ? args : { ...args, request: await continued(request, staff, held) };
}

/** The same for what is only read: a file of members or of payments. */
export function requireRecentPassword({ request }: RequestArgs, staff: StaffViewer, deed: Permission): void {
  if (gavePasswordFor(staff, deed)) return;
  if (isApi(request)) throw passwordMissing();
  throw redirect(`${PASSWORD_CHECK_PATH}?next=${encodeURIComponent(pathOf(request))}`);
}

/** Holds where a record is written, whatever door led there. @throws 403 where the door did not ask */
export function assertPasswordFor(staff: StaffViewer, deed: Permission): void {
  if (!gavePasswordFor(staff, deed)) throw passwordMissing();
}

const isApi = (request: Request) => isApiPath(new URL(request.url).pathname);

const passwordMissing = () =>
  forbidden(
    `Give your password once more first, at ${PASSWORD_CHECK_PATH}, or send a token of the API’s login.`,
  );

/** What was asked for, as a page's address. */
function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of [HELD, "_routes"]) searchParams.delete(name);
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  const page = pathname.replace(/\.data$/, "");
  return safePath(page + search) ?? page;
}

const HOLD = statement("held-submissions.hold", columns(HeldSubmission, "id"))`
  insert into held_submissions (session_id, path, content_type, sealed, expires_at)
  values (${uuid("sessionId")}, ${text("path")}, ${text("contentType")}, ${text("sealed")},
          now() + make_interval(mins => ${int("minutes")}))
  returning id`;
const DROP_OLDER = command("held-submissions.drop-older")`
  delete from held_submissions where id in (
    select id from held_submissions where session_id = ${uuid("sessionId")} order by created_at desc, id offset ${MOST_HELD})`;

/** @returns the way to the page that asks */
async function hold(request: Request, { sessionId }: StaffViewer): Promise<Response> {
  const path = pathOf(request);
  const body = Buffer.from(await request.arrayBuffer());
  const contentType = (request.headers.get("Content-Type") ?? "").slice(0, 200) || "text/plain";
  const sealed = seal(PURPOSE, sessionId, body);
  const row = await HOLD.first({ sessionId, path, contentType, sealed, minutes: MINUTES });
  await DROP_OLDER.run({ sessionId });
  return redirect(`${PASSWORD_CHECK_PATH}?${HELD}=${row?.id}`, {
    status: 303,
    headers: { "X-Remix-Reload-Document": "true" },
  });
}

const WAITS = columns(HeldSubmission, "path");
const FIND = statement("held-submissions.find", WAITS)`
  select ${WAITS} from held_submissions
   where id = ${uuid("id")} and session_id = ${uuid("sessionId")} and expires_at > now()`;

/** Where something was posted to that waits for the password; undefined where nothing of that name does. */
export async function heldPath(
  { request }: RequestArgs,
  { sessionId }: StaffViewer,
): Promise<string | undefined> {
  const id = new URL(request.url).searchParams.get(HELD);
  return id !== null && isUuid(id) ? (await FIND.first({ id, sessionId }))?.path : undefined;
}

/** Sends a browser there once more, with what waits: 307 keeps it a POST, without any script. */
export function goOn({ request }: RequestArgs, path: string): Response {
  const url = new URL(path, "http://own.invalid");
  url.searchParams.set(HELD, new URL(request.url).searchParams.get(HELD) ?? "");
  return redirect(url.pathname + url.search, 307);
}

const TAKEN = columns(HeldSubmission, "path", "contentType", "sealed");
const TAKE = statement("held-submissions.take", TAKEN)`
  delete from held_submissions
   where id = ${uuid("id")} and session_id = ${uuid("sessionId")} and expires_at > now() returning ${TAKEN}`;

/** The request that waited; a form that was filled in again at the same address is itself. @throws where it went on before */
async function continued(request: Request, { sessionId }: StaffViewer, id: string): Promise<Request> {
  const path = pathOf(request);
  const copy = request.clone();
  if (!(await goesOn(copy))) return request;
  const taken = isUuid(id) ? await TAKE.first({ id, sessionId }) : undefined;
  const opened = taken?.path === path ? unseal(PURPOSE, sessionId, taken.sealed) : undefined;
  if (!taken || !opened) {
    const text = "That was sent already, or its time is over. Look here before you send it again.";
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

async function goesOn(request: Request): Promise<boolean> {
  if (!request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded")) return false;
  return new URLSearchParams(await request.text()).has(GOES_ON);
}

/** Throws away what nobody went on with, a part of it. @returns how much */
export const sweepHeldSubmissions = sweep("held-submissions.sweep", "held_submissions", "expires_at < now()");
