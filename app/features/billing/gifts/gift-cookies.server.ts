import { cookieHeader, readCookie } from "~/web/cookies.server";

const CLAIMING = "openbell_gift";

/** Long enough to register and to verify an address by email. */
const CLAIMING_SECONDS = 2 * 86_400;

/** The shape of a token from `deriveToken`. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Remembers a gift's link while the recipient signs in or registers. Anything that is not a token is ignored.
 */
export const claimingCookie = (token: string): string =>
  cookieHeader(CLAIMING, TOKEN.test(token) ? token : "", CLAIMING_SECONDS);

export const clearClaimingCookie = (): string => cookieHeader(CLAIMING, "", 0);

/** The page of the gift that this visitor wanted to claim before signing in. */
export function waitingGiftPath(request: Request): string | undefined {
  const token = readCookie(request.headers.get("Cookie"), CLAIMING);
  return token && TOKEN.test(token) ? `/gift/${token}` : undefined;
}

const TYPED = "openbell_gift_form";

/** Browsers send the cookie to the form's own addresses only. */
const TYPED_PATH = "/subscription";
const TYPED_SECONDS = 900;

/** Browsers drop a longer cookie. Bytes of its value. */
const MOST_BYTES = 3800;

const FIELDS = ["packageId", "recipientEmail", "senderName", "message"] as const;
export type TypedGift = Partial<Record<(typeof FIELDS)[number], string>>;

/** Keeps the form's values until a member whose session has ended signs in again. */
export function typedGiftCookie(values: Record<string, unknown>): string {
  const typed = Object.fromEntries(
    FIELDS.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
  );
  const value = Buffer.from(JSON.stringify(typed)).toString("base64url");
  return cookieHeader(TYPED, value.length > MOST_BYTES ? "" : value, TYPED_SECONDS, TYPED_PATH);
}

export const clearTypedGiftCookie = (): string => cookieHeader(TYPED, "", 0, TYPED_PATH);

/** The client can send any value: only texts of known names are read, and validated like form input. */
export function typedGift(request: Request): TypedGift {
  const value = readCookie(request.headers.get("Cookie"), TYPED);
  if (!value) return {};
  try {
    const read: unknown = JSON.parse(Buffer.from(value, "base64url").toString());
    const fields = typeof read === "object" && read !== null ? new Map(Object.entries(read)) : new Map();
    return Object.fromEntries(
      FIELDS.flatMap((name) => (typeof fields.get(name) === "string" ? [[name, fields.get(name)]] : [])),
    );
  } catch {
    return {};
  }
}
