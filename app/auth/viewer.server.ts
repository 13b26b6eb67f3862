import { type AppLoadContext, redirect } from "@remix-run/node";
import { isApiPath } from "~/web/api-path";
import { forbidden, problem } from "~/web/replies.server";
import type { RequestArgs, RequestContext } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { findKey, isKeySecret } from "./keys/api-keys.server";
import { scopeOf } from "./keys/key-scopes.server";
import { can, isNarrowedBelow, type Permission, type Roles } from "./permissions.server";
import { bearerToken, cookieToken, findBearer, findSession } from "./sessions.server";
import {
  type KeyViewer,
  type MemberViewer,
  type SessionKind,
  type StaffRole,
  type StaffViewer,
  type Tier,
  VISITOR,
  type Viewer,
  type Writer,
} from "./viewer-types.server";

export type { KeyViewer, MemberViewer, StaffRole, StaffViewer, Tier, Viewer, Writer };
export { VISITOR };

/** The sentences of the specification, section 6. */
const FORBIDDEN_MESSAGES = {
  superadmin: "Only superadmin can access this page.",
  admin: "Only superadmin and admin can access this page.",
} as const;

/** The answer to a key at what is a person’s own, or needs a password. */
export const KEYS_CANNOT = "API keys cannot do this.";

/** The answer to a key that does not work. */
export const INVALID_KEY = "This API key is unknown, expired or revoked.";

/** The viewer; undefined for an invalid token. */
type Asker = Viewer | undefined;

/** The viewer by the context of a request: parallel loaders share one lookup. */
const viewers = new WeakMap<AppLoadContext, Promise<Asker>>();

/** Sets the viewer when the server already knows it, or renders a page for another viewer. */
export function setViewer(context: AppLoadContext, viewer: Viewer): void {
  viewers.set(context, Promise.resolve(viewer));
}

const isApi = (request: Request) => isApiPath(new URL(request.url).pathname);
const isBackOffice = (request: Request) => new URL(request.url).pathname.startsWith("/admin");

/**
 * The viewer of a request, resolved from the database every time. Public pages see only members; the
 * back-office and the API check staff first, so that editors can read drafts there. Staff who must set up
 * two-step sign-in are visitors everywhere except in the back-office, whose guard redirects them. Keys count on the
 * API only.
 * @throws 401 for an invalid Bearer token; cookies are ignored when one is sent
 */
export async function viewerOf(args: RequestArgs): Promise<Viewer> {
  const viewer = await loadViewer(args);
  return isBeforeTwoStep(viewer) && !isBackOffice(args.request) ? VISITOR : viewer;
}

async function loadViewer({ request, context }: RequestArgs): Promise<Viewer> {
  const cached = viewers.get(context);
  if (cached) return viewerOrThrow(request, await cached);
  const kinds: SessionKind[] = isBackOffice(request)
    ? ["staff"]
    : isApi(request)
      ? ["staff", "member"]
      : ["member"];
  const viewer = resolveViewer(request, kinds).then((asker) => asker ?? visitorOnMissingPage(context));
  viewers.set(context, viewer);
  return viewerOrThrow(request, await viewer);
}

/** A missing page is the same for everyone, even with an invalid token. */
const visitorOnMissingPage = (context: AppLoadContext): Asker =>
  (context as Partial<RequestContext>).pattern?.() === "/*" ? VISITOR : undefined;

/** Each loader throws its own Response, because a body can be read only once. */
function viewerOrThrow(request: Request, viewer: Asker): Viewer {
  if (viewer) return viewer;
  throw problem(
    401,
    isKeySecret(bearerToken(request) ?? "") && isApi(request)
      ? INVALID_KEY
      : "This token is not valid. Sign in again.",
  );
}

async function resolveViewer(request: Request, kinds: SessionKind[]): Promise<Asker> {
  const bearer = bearerToken(request);
  if (bearer !== undefined) return isKeySecret(bearer) ? findKeyOf(request, bearer) : findBearer(bearer);
  for (const kind of kinds) {
    const token = cookieToken(request, kind);
    const viewer = token ? await findSession(token, kind) : undefined;
    if (viewer) return viewer;
  }
  return VISITOR;
}

/** Whether a Bearer token of the API is still one of somebody: a key's, or a session's. */
export const isValidBearer = async (bearer: string): Promise<boolean> =>
  (await (isKeySecret(bearer) ? findKey(bearer) : findBearer(bearer))) !== undefined;

/** Pages know no keys, so that no key is tried there. */
const findKeyOf = async (request: Request, secret: string): Promise<KeyViewer | undefined> =>
  isApi(request) ? findKey(secret) : undefined;

/**
 * Every person signed in with this request. For files that both the site and the back-office show, where the
 * request does not reveal which of the two asks. An invalid token belongs to nobody.
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

/** The signed-in member. Otherwise pages redirect to `/login` and the API answers 401. */
export async function requireMember(args: RequestArgs): Promise<MemberViewer> {
  const { request } = args;
  // Staff browsers may hold both cookies; the member's own pages belong to the member's cookie.
  const viewer = isApi(request)
    ? viewerOrThrow(request, await resolveViewer(request, ["member"]))
    : await viewerOf(args);
  if (viewer.kind === "member") return viewer;
  if (viewer.kind === "key") throw forbidden(KEYS_CANNOT);
  if (isApi(request)) throw problem(401, "Sign in as a member to do this.");
  throw redirect(signInPath(request));
}

/**
 * A staff member with one of these roles. Every back-office loader and action starts with this: Remix can run
 * a leaf without its layout, so a guard in the layout does not protect it.
 * @throws a redirect to `/admin/login` (pages) or 401 (API) when not signed in as staff; 403 for another
 * role and for narrowed people; a redirect to the two-step set-up (pages) or 403 (API) when it is required
 */
export async function requireStaff(args: RequestArgs, roles: Roles): Promise<StaffViewer> {
  const { request } = args;
  const viewer = await loadViewer(args);
  if (viewer.kind !== "staff") {
    if (!isApi(request)) throw redirect(`/admin/login${returnParam(request)}`);
    if (viewer.kind === "key") throw forbidden(KEYS_CANNOT);
    throw viewer.kind === "visitor"
      ? problem(401, "Sign in as staff to do this.")
      : forbidden("Only staff can do this.");
  }
  if (viewer.needsTwoStep) refuseBeforeTwoStep(request);
  if (!roles.includes(viewer.role)) throw forbidden(refusalSentence(roles));
  refuseNarrowed(viewer, roles.permission);
  return isApi(request) ? { ...viewer, origin: "api" } : viewer;
}

/** The answer to a person who was narrowed within their role. */
export const NARROWED = "A superadmin has narrowed your account: it may not do this.";

/** @throws 403 for a person who was narrowed below a permission of their role */
export function refuseNarrowed(viewer: Viewer, permission: Permission): void {
  if (isNarrowedBelow(viewer, permission)) throw forbidden(NARROWED);
}

/**
 * On an address of the API: a key with the permission, or a staff member as `requireStaff`.
 * @throws 403 that names the missing scope
 */
export async function requireWriter(
  args: RequestArgs,
  permission: Permission,
  roles: Roles,
): Promise<Writer> {
  const viewer = await loadViewer(args);
  if (viewer.kind !== "key") return requireStaff(args, roles);
  const scope = scopeOf(permission);
  if (scope === undefined) throw forbidden(KEYS_CANNOT);
  if (!can(viewer, permission)) throw forbidden(`This API key does not have the scope ${scope}.`);
  return viewer;
}

/** The page where staff set up two-step sign-in; the only one open to staff who must. */
export const TWO_STEP_PATH = "/admin/profile-settings/two-step";

/** Pages that are open before two-step sign-in is set up: its set-up and the password check. */
const OPEN_BEFORE: readonly string[] = [TWO_STEP_PATH, "/admin/password-check"];

/** @throws for every other page */
function refuseBeforeTwoStep(request: Request): void {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  if (OPEN_BEFORE.includes(path)) return;
  if (!isApi(request)) throw redirect(TWO_STEP_PATH);
  throw forbidden(`Set up two-step sign-in first: sign in at /admin/login, then open ${TWO_STEP_PATH}.`);
}

/** The specification's sentence for screens of these roles. */
export const refusalSentence = (roles: readonly StaffRole[]): string =>
  roles.includes("admin") ? FORBIDDEN_MESSAGES.admin : FORBIDDEN_MESSAGES.superadmin;

/** The sign-in page that leads back to the requested page. */
export const signInPath = (request: Request) => `/login${returnParam(request)}`;

/** The requested page as a `next` parameter, without its query when that is too long. */
function returnParam(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const page = pathname.replace(/\.data$/, "");
  const next = safePath(page + (search.includes("_routes=") ? "" : search)) ?? safePath(page);
  return next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
}

/**
 * Where to go after sign-in. Only paths of this site are accepted, so a link cannot send a member elsewhere.
 * @param fallback used without a valid `next`
 */
export function nextPath(request: Request, fallback: string): string {
  return safePath(new URL(request.url).searchParams.get("next")) ?? fallback;
}
