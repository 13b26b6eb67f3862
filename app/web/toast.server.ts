import { createCookie, redirect } from "@remix-run/node";
import { z } from "zod";
import { config } from "~/platform/config.server";

/** A sentence shown once on the next page: good news leaves by itself, bad news stays until dismissed. */
export type Toast = {
  tone: "good" | "bad";
  text: string;
  /** Milliseconds until script takes it away, where a text wants longer than its frame gives (`TOAST_MS`). */
  timeout?: number;
};

const toastSchema = z.object({
  tone: z.enum(["good", "bad"]),
  text: z.string().max(500),
  timeout: z.number().optional(),
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

/** Pages with a toast belong to one reader and one moment; the page cache passes them by. */
export const hasToastCookie = (cookies: string) => cookies.includes(`${COOKIE_NAME}=`);

export async function toastHeader(toast: Toast): Promise<string> {
  return toastCookie().serialize(toast);
}

/**
 * A 303 to `url` that shows `toast` there. A hydrated form follows it with a whole new page: most pages of the site
 * have no React in the browser, so there is nothing to stay in.
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

/** Takes the toast this request brought, with the header that makes sure it is shown once. */
export async function consumeToast(
  request: Request,
): Promise<{ toast?: Toast; headers?: Record<string, string> }> {
  const cookies = request.headers.get("Cookie");
  if (!cookies || !hasToastCookie(cookies)) return {};
  const headers = { "Set-Cookie": await toastCookie().serialize("", { maxAge: 0 }) };
  const parsed = toastSchema.safeParse(await toastCookie().parse(cookies));
  return parsed.success ? { toast: parsed.data, headers } : { headers };
}
