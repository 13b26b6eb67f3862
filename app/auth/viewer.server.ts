import { type AppLoadContext, redirect } from "@remix-run/node";
import { isApiPath } from "~/web/api-path";
import { forbidden, problem } from "~/web/replies.server";
import type { RequestArgs, RequestContext } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { bearerToken, cookieToken, findBearer, findSession } from "./sessions.server";
import {
  type MemberViewer,
  type SessionKind,
  type StaffRole,
  type StaffViewer,
  type Tier,
  VISITOR,
  type Viewer,
} from "./viewer-types.server";

export type { MemberViewer, StaffRole, StaffViewer, Tier, Viewer };
export { VISITOR };

/** The sentences of the specification, section 6. */
const FORBIDDEN_MESSAGES = {
  superadmin: "Only superadmin can access this page.",
  admin: "Only superadmin and admin can access this page.",
} as const;

/** Who asked; undefined where a token was shown that is not good. */
type Asker = Viewer | undefined;

/** Who asked, by what the server hands to all loaders of one request: they run side by side and ask once. */
const viewers = new WeakMap<AppLoadContext, Promise<Asker>>();

/** Says who is asking where the server knows it already, or renders for somebody else than the one who asks. */
export function setViewer(context: AppLoadContext, viewer: Viewer): void {
  viewers.set(context, Promise.resolve(viewer));
}

const isApi = (request: Request) => isApiPath(new URL(request.url).pathname);
const isBackOffice = (request: Request) => new URL(request.url).pathname.startsWith("/admin");

/**
 * Who is asking, resolved from the database on every request.
 * Public pages see members only; the back-office and the API see staff first, so that editors read drafts there. Staff who
 * have to set up two-step sign-in are nobody to all but the back-office, whose guard leads them there.
 * @throws 401 when a Bearer token was sent and is not (or no longer) good; cookies are ignored then.
 */
export async function viewerOf(args: RequestArgs): Promise<Viewer> {
  const viewer = await signedIn(args);
  return isBeforeTwoStep(viewer) && !isBackOffice(args.request) ? VISITOR : viewer;
}

async function signedIn({ request, context }: RequestArgs): Promise<Viewer> {
  const cached = viewers.get(context);
  if (cached) return viewerOrThrow(await cached);
  const kinds: SessionKind[] = isBackOffice(request)
    ? ["staff"]
    : isApi(request)
      ? ["staff", "member"]
      : ["member"];
  const viewer = resolveViewer(request, kinds).then((asker) => asker ?? nobodyNowhere(context));
  viewers.set(context, viewer);
  return viewerOrThrow(await viewer);
}

/** What leads nowhere does so for everybody: a token that is not good makes no difference there. */
const nobodyNowhere = (context: AppLoadContext): Asker =>
  (context as Partial<RequestContext>).pattern?.() === "/*" ? VISITOR : undefined;

/** Each loader throws a refusal of its own: Remix reads them one after the other, and a body can be read once. */
function viewerOrThrow(viewer: Asker): Viewer {
  if (!viewer) throw problem(401, "This token is not valid. Sign in again.");
  return viewer;
}

async function resolveViewer(request: Request, kinds: SessionKind[]): Promise<Asker> {
  const bearer = bearerToken(request);
  if (bearer !== undefined) return findBearer(bearer);
  for (const kind of kinds) {
    const token = cookieToken(request, kind);
    const viewer = token ? await findSession(token, kind) : undefined;
    if (viewer) return viewer;
  }
  return VISITOR;
}

/**
 * Everybody who is signed in with this request: for files that pages of the site and of the back-office show, which cannot say for which
 * of the two a browser asks. A token that is no longer good belongs to nobody.
 */
export async function everyViewerOf({ request }: Pick<RequestArgs, "request">): Promise<Viewer[]> {
  const bearer = bearerToken(request);
  const ofCookie = (kind: SessionKind) => {
    const token = cookieToken(request, kind);
    return token ? findSession(token, kind) : undefined;
  };
  const found = await Promise.all(bearer === undefined ? KINDS.map(ofCookie) : [findBearer(bearer)]);
  return found.filter((viewer) => viewer !== undefined).filter((viewer) => !isBeforeTwoStep(viewer));
}

const KINDS: readonly SessionKind[] = ["member", "staff"];

const isBeforeTwoStep = (viewer: Viewer) => viewer.kind === "staff" && viewer.needsTwoStep === true;

/** The signed-in member; pages send anyone else to `/login`, the API answers 401. */
export async function requireMember(args: RequestArgs): Promise<MemberViewer> {
  const { request } = args;
  // A browser of the staff may hold both cookies, and the member's own things belong to the member's one.
  const viewer = isApi(request)
    ? viewerOrThrow(await resolveViewer(request, ["member"]))
    : await viewerOf(args);
  if (viewer.kind === "member") return viewer;
  if (isApi(request)) throw problem(401, "Sign in as a member to do this.");
  throw redirect(signInPath(request));
}

/**
 * A member of staff with one of these roles. Every loader and action in the back-office begins with this:
 * Remix runs a leaf without its layout when asked to, so a guard in the layout would be no guard.
 * @throws a redirect to `/admin/login` (pages) or 401 (API) for anyone not signed in as staff, 403 for another role; a
 *   redirect to where two-step sign-in is set up (pages) or 403 (API) for who cannot work here without it.
 */
export async function requireStaff(args: RequestArgs, roles: readonly StaffRole[]): Promise<StaffViewer> {
  const { request } = args;
  const viewer = await signedIn(args);
  if (viewer.kind !== "staff") {
    if (!isApi(request)) throw redirect(`/admin/login${wayBack(request)}`);
    throw viewer.kind === "visitor"
      ? problem(401, "Sign in as staff to do this.")
      : forbidden("Only staff can do this.");
  }
  if (viewer.needsTwoStep) refuseBeforeTwoStep(request);
  if (!roles.includes(viewer.role)) throw forbidden(refusalSentence(roles));
  return isApi(request) ? { ...viewer, origin: "api" } : viewer;
}

/** Where staff set up two-step sign-in, the one screen that is open to those who have to. */
export const TWO_STEP_PATH = "/admin/profile-settings/two-step";

/** What is open before two-step sign-in is set up: where that is done, and where the password is asked for once more. */
const OPEN_BEFORE: readonly string[] = [TWO_STEP_PATH, "/admin/password-check"];

/** @throws where somebody asks for anything else */
function refuseBeforeTwoStep(request: Request): void {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  if (OPEN_BEFORE.includes(path)) return;
  if (!isApi(request)) throw redirect(TWO_STEP_PATH);
  throw forbidden(`Set up two-step sign-in first: sign in at /admin/login, then open ${TWO_STEP_PATH}.`);
}

/** The specification's sentence for screens of these roles. */
export const refusalSentence = (roles: readonly StaffRole[]): string =>
  roles.includes("admin") ? FORBIDDEN_MESSAGES.admin : FORBIDDEN_MESSAGES.superadmin;

/** The sign-in page that leads back to what was asked for. */
export const signInPath = (request: Request) => `/login${wayBack(request)}`;

/** What was asked for; without its question where that is too long to be carried along. */
function wayBack(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const page = pathname.replace(/\.data$/, "");
  const next = safePath(page + (search.includes("_routes=") ? "" : search)) ?? safePath(page);
  return next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
}

/**
 * Where to go after signing in. Only paths of this site count, so a link cannot send a member elsewhere.
 * @param fallback used when there is no `next`, or one that leaves the site.
 */
export function nextPath(request: Request, fallback: string): string {
  return safePath(new URL(request.url).searchParams.get("next")) ?? fallback;
}
