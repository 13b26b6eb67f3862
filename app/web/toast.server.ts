import { createCookie, redirect } from "@remix-run/node";
import { z } from "zod";
import { config } from "~/platform/config.server";
import type { ToastUndo } from "~/ui/toast";

/** A sentence shown once on the next page. Success disappears automatically; errors stay until dismissed. */
export type Toast = {
  tone: "good" | "bad";
  text: string;
  /** Milliseconds until script hides it, if the default (`TOAST_MS`) is too short. */
  timeout?: number;
  /** What the button "Undo" posts. */
  undo?: ToastUndo;
};

const toastSchema = z.object({
  tone: z.enum(["good", "bad"]),
  text: z.string().max(500),
  timeout: z.number().optional(),
  undo: z.object({ action: z.string(), values: z.record(z.string(), z.string()) }).optional(),
});

const COOKIE_NAME = "openbell_toast";

const toastCookie = () =>
  createCookie(COOKIE_NAME, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: 60,
    secure: config().publicUrl.startsWith("https:"),
    secrets: [config().sessionSecret],
  });

/** Pages with a toast are personal and bypass the page cache. */
export const hasToastCookie = (cookies: string) => cookies.includes(`${COOKIE_NAME}=`);

export async function toastHeader(toast: Toast): Promise<string> {
  return toastCookie().serialize(toast);
}

/**
 * Redirects with 303 and shows `toast` there. A hydrated form loads a whole new page, because most pages have
 * no React.
 */
export async function redirectWithToast(
  url: string,
  toast: Toast,
  headers = new Headers(),
): Promise<Response> {
  headers.append("Set-Cookie", await toastHeader(toast));
  headers.set("X-Remix-Reload-Document", "true");
  return redirect(url, { status: 303, headers });
}

/** Reads the request's toast, with the header that deletes it. */
export async function consumeToast(
  request: Request,
): Promise<{ toast?: Toast; headers?: Record<string, string> }> {
  const cookies = request.headers.get("Cookie");
  if (!cookies || !hasToastCookie(cookies)) return {};
  const headers = { "Set-Cookie": await toastCookie().serialize("", { maxAge: 0 }) };
  const parsed = toastSchema.safeParse(await toastCookie().parse(cookies));
  return parsed.success ? { toast: parsed.data, headers } : { headers };
}
