import { isRouteErrorResponse, useRouteLoaderData } from "@remix-run/react";
import type { SiteLinks } from "~/platform/site-settings/link-places";
import type { SiteLogo } from "~/platform/site-settings/site-logo";
import { NO_ANSWER } from "~/ui/error-page";
import type { Theme } from "./theme";
import type { Toast } from "./toast.server";

/** Data of every page, from the root loader; also used by frames and error pages. */
export type RootData = {
  siteName: string;
  /** Origin of the site's addresses, without a trailing slash. */
  publicUrl: string;
  /** IANA time zone of displayed times. */
  siteTz: string;
  theme: Theme;
  /** The owner's logo, if there is one. */
  logo?: SiteLogo;
  /** Address of the owner's colours; absent for the default ones. */
  brandStylesheet?: string;
  /** Targets of optional links; absent if none is set. */
  links?: SiteLinks;
  /** The analytics script, if the operator set one. */
  analyticsSrc?: string;
  toast?: Toast;
  /** When the member requested the deletion of their account, while it can be cancelled. */
  deletionRequestedAt?: Date;
  /** Set while staff view the site as a member: the member's name. */
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

/** The root's data; defaults if the root itself failed. */
export function useRootData(): RootData {
  return (useRouteLoaderData("root") as RootData | undefined) ?? FALLBACK_ROOT_DATA;
}

/** The toast of this page, as frames expect it. */
export function useToasts(): Toast[] {
  const { toast } = useRootData();
  return toast ? [toast] : [];
}

/**
 * The browsers' messages for a fetch without an answer (Chromium; Firefox; three of Safari). Only the message
 * distinguishes it from a bug, which is a TypeError too.
 */
const NO_ANSWER_WORDS =
  /^(Failed to fetch|NetworkError when attempting to fetch|Load failed|The network connection was lost|The Internet connection appears to be offline)/;

/**
 * The content of an error page: a thrown Response has its own message, a network failure has no server,
 * everything else is a 500.
 */
export function routeErrorInfo(error: unknown): { status: number; message: string } {
  if (error instanceof TypeError && NO_ANSWER_WORDS.test(error.message)) {
    return { status: NO_ANSWER, message: "" };
  }
  if (!isRouteErrorResponse(error)) return { status: 500, message: "" };
  const { data: body, status } = error;
  const message = typeof body === "object" && body !== null && "message" in body ? String(body.message) : "";
  return { status, message };
}
