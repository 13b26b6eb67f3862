import { cookieHeader, readCookie } from "~/web/cookies.server";

const CLAIMING = "openbell_gift";

/** Long enough to register and to find the mail with which an address is verified. */
const CLAIMING_SECONDS = 2 * 86_400;

/** A token as `deriveToken` makes them. */
const TOKEN = /^[\w-]{43}$/;

/** Remembers a gift's link while its holder signs in or registers; what is no token is remembered by nobody. */
export const claimingCookie = (token: string): string =>
  cookieHeader(CLAIMING, TOKEN.test(token) ? token : "", CLAIMING_SECONDS);

export const clearClaimingCookie = (): string => cookieHeader(CLAIMING, "", 0);

/** The page of the gift that somebody meant to claim before they signed in. */
export function waitingGiftPath(request: Request): string | undefined {
  const token = readCookie(request.headers.get("Cookie"), CLAIMING);
  return token && TOKEN.test(token) ? `/gift/${token}` : undefined;
}

const TYPED = "openbell_gift_form";

/** The form's own addresses alone are sent it. */
const TYPED_PATH = "/subscription";
const TYPED_SECONDS = 900;

/** Browsers drop a cookie that is longer. Bytes, of its value. */
const MOST_BYTES = 3800;

const FIELDS = ["packageId", "recipientEmail", "senderName", "message"] as const;
export type TypedGift = Partial<Record<(typeof FIELDS)[number], string>>;

/** Keeps what was typed by somebody whose session had ended, until they have signed in. */
export function typedGiftCookie(values: Record<string, unknown>): string {
  const typed = Object.fromEntries(
    FIELDS.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
  );
  const value = Buffer.from(JSON.stringify(typed)).toString("base64url");
  return cookieHeader(TYPED, value.length > MOST_BYTES ? "" : value, TYPED_SECONDS, TYPED_PATH);
}

export const clearTypedGiftCookie = (): string => cookieHeader(TYPED, "", 0, TYPED_PATH);

/** The sender can have written anything: texts of known names are taken, and checked as all that is typed. */
export function typedGift(request: Request): TypedGift {
  const value = readCookie(request.headers.get("Cookie"), TYPED);
  if (!value) return {};
  try {
    const read: unknown = JSON.parse(Buffer.from(value, "base64url").toString());
    const held = typeof read === "object" && read !== null ? new Map(Object.entries(read)) : new Map();
    return Object.fromEntries(
      FIELDS.flatMap((name) => (typeof held.get(name) === "string" ? [[name, held.get(name)]] : [])),
    );
  } catch {
    return {};
  }
}
