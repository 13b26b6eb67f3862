import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireMember } from "~/auth/viewer.server";
import { liftBounce } from "~/features/mail/suppressions.queries.server";
import { methodNotAllowed } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  return redirect("/dashboard");
}

/** Lets emails go to the member's address again, until one comes back. */
export async function action(args: ActionFunctionArgs) {
  const { email } = await requireMember(args);
  if (args.request.method !== "POST") throw methodNotAllowed(["GET", "HEAD", "POST"]);
  return redirectWithToast(
    "/dashboard",
    (await liftBounce(email))
      ? { tone: "good", text: "We will email this address again." }
      : { tone: "bad", text: "Nothing was changed." },
  );
}
