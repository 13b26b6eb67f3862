import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireMember } from "~/auth/viewer.server";
import { keepAccount } from "~/features/accounts/deletion.server";
import { methodNotAllowed } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  return redirect("/dashboard");
}

/** Cancels the member's request to delete the account. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  if (args.request.method !== "POST") throw methodNotAllowed(["GET", "HEAD", "POST"]);
  await keepAccount(member);
  return redirectWithToast("/dashboard", { tone: "good", text: "Your account will not be deleted." });
}
