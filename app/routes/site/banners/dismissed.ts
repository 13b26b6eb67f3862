import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { banners, withoutMembershipOffers } from "~/features/banners/banners.queries.server";
import { dismissalCookie } from "~/features/banners/dismissed-banners.server";
import { sharedPanelOr } from "~/web/optional-parts.server";

/** Hides the home page's current banners until there is a newer one. */
export async function action(args: ActionFunctionArgs) {
  const all = await sharedPanelOr(args, "banners not read", banners, []);
  const current = withoutMembershipOffers(await viewerOf(args), all);
  const headers = new Headers({ "X-Remix-Reload-Document": "true" });
  const cookie = dismissalCookie(current);
  if (cookie) headers.set("Set-Cookie", cookie);
  return redirect("/", { status: 303, headers });
}

export const loader = () => redirect("/");
