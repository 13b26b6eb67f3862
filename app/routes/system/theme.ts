import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { safePath } from "~/web/safe-path";
import { isTheme } from "~/web/theme";
import { themeCookie } from "~/web/theme-cookie.server";

/** Stores the chosen theme and redirects to the previous page. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const theme = form.get("theme");
  const back = form.get("to");
  const headers = new Headers({ "X-Remix-Reload-Document": "true" });
  if (isTheme(theme)) headers.set("Set-Cookie", themeCookie(theme));
  return redirect(safePath(typeof back === "string" ? back : "/") ?? "/", { status: 303, headers });
}

export const loader = () => redirect("/");
