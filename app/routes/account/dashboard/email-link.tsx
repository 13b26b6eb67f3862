import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireMember } from "~/auth/viewer.server";
import { AccountSubpage } from "~/features/accounts/account-page";
import { addressOfLink, takeAddress } from "~/features/accounts/own-address.server";
import { ADDRESS_TEXTS } from "~/features/accounts/passwords.texts";
import { Button, LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { catchAppError, errorMessage } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Change email", noIndex: true });

type Shown = { email?: string; message?: string };

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  return catchAppError(
    args,
    ADDRESS_TEXTS.failed,
    async () => data<Shown>({ email: await addressOfLink(member, args.params.token ?? "") }),
    (error) => data<Shown>({ message: errorMessage(error) }, error.status),
  );
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return pageReply(args, ADDRESS_TEXTS.failed, async () => {
    const email = await takeAddress(member, args.params.token ?? "");
    const text = `Your email is now ${email}. Use it to sign in.`;
    return redirectWithToast("/dashboard", { tone: "good", text, timeout: 12_000 });
  });
}

export default function ConfirmEmail() {
  const { email, message } = useLoaderData<typeof loader>();
  const refused = useActionData<{ message: string }>()?.message ?? message;
  return (
    <AccountSubpage title="Change email">
      {refused && <Note tone="bad" title={refused} />}
      {email ? (
        <form method="post" className="form max-w-form">
          <p>
            After this change, you will sign in with <strong>{email}</strong>, and our emails will go there.
          </p>
          <div className="actions">
            <Button variant="brand" busyText="Changing...">
              Use this address
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <LinkButton to="/dashboard/email">Request a new link</LinkButton>
        </div>
      )}
    </AccountSubpage>
  );
}
