import { isRouteErrorResponse, useRouteLoaderData } from "@remix-run/react";
import type { SiteLinks } from "~/platform/site-settings/link-places";
import type { SiteLogo } from "~/platform/site-settings/site-logo";
import { NO_ANSWER } from "~/ui/error-page";
import type { Theme } from "./theme";
import type { Toast } from "./toast.server";

/** What every page knows: the root's loader gives it, frames and error pages use it. */
export type RootData = {
  siteName: string;
  /** Origin of the site's own addresses, without a trailing slash. */
  publicUrl: string;
  /** IANA time zone that times are written in. */
  siteTz: string;
  theme: Theme;
  /** The picture in place of the wordmark, where the owner has one. */
  logo?: SiteLogo;
  /** Address of the stylesheet of the owner's colours; absent for those of the house. */
  brandStylesheet?: string;
  /** Where places lead that are greyed otherwise; absent where none does. */
  links?: SiteLinks;
  /** The one script of somebody else, when the operator wants it. */
  analyticsSrc?: string;
  toast?: Toast;
  /** When the member who is asking wanted the account deleted, while it can still be kept. */
  deletionRequestedAt?: Date;
  /** Set where staff see the site as a member does: whose eyes these are. */
  memberView?: { of: string };
  nonce: string;
  requestId: string;
};

const FALLBACK_ROOT_DATA: RootData = {
  siteName: "Openbell",
  publicUrl: "",
  siteTz: "UTC",
  theme: "system",
  nonce: "",
  requestId: "",
};

/** The root's data; stand-ins when the root itself failed. */
export function useRootData(): RootData {
  return (useRouteLoaderData("root") as RootData | undefined) ?? FALLBACK_ROOT_DATA;
}

/** The toast of this page, as frames take it. */
export function useToasts(): Toast[] {
  const { toast } = useRootData();
  return toast ? [toast] : [];
}

/**
 * What a browser says of a fetch that got no answer (Chromium; Firefox; the three of Safari). Only the words tell it from
 * a slip in our own script, which is a TypeError, too.
 */
const NO_ANSWER_WORDS =
  /^(Failed to fetch|NetworkError when attempting to fetch|Load failed|The network connection was lost|The Internet connection appears to be offline)/;

/** What an error page says: a thrown Response speaks for itself, a network that failed is nobody's, the rest is our fault. */
export function routeErrorInfo(error: unknown): { status: number; message: string } {
  if (error instanceof TypeError && NO_ANSWER_WORDS.test(error.message)) {
    return { status: NO_ANSWER, message: "" };
  }
  if (!isRouteErrorResponse(error)) return { status: 500, message: "" };
  const { data: body, status } = error;
  const message = typeof body === "object" && body !== null && "message" in body ? String(body.message) : "";
  return { status, message };
}
