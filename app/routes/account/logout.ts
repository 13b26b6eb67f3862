import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/auth/sessions.server";

/** Signing out is a POST: a link or a picture on another page must not do it. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect("/login", { status: 303, headers: { "Set-Cookie": await endSession(request, "member") } });
}

export const loader = () => redirect("/login");
