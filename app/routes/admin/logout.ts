import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/auth/sessions.server";

export async function action({ request }: ActionFunctionArgs) {
  return redirect("/admin/login", {
    status: 303,
    headers: { "Set-Cookie": await endSession(request, "staff") },
  });
}

export const loader = () => redirect("/admin/login");
