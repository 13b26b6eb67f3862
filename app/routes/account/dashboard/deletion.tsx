import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { passwordOnlySchema } from "~/auth/account.rules";
import { endSession } from "~/auth/sessions.server";
import { requireMember } from "~/auth/viewer.server";
import { AccountSubpage } from "~/features/accounts/account-page";
import { GRACE_DAYS, KEEP } from "~/features/accounts/deletion.rules";
import { requestDeletion } from "~/features/accounts/deletion.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Delete account", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return formReply(args, "Failed to delete the account", async ({ values }) => {
    const deletionDay = await requestDeletion(member, parseOrThrow(passwordOnlySchema, values).password);
    const day = formatTime(deletionDay, "date", config().siteTz);
    const text = `Your account will be deleted on ${day}. To keep it, sign in before then and press "${KEEP}".`;
    const headers = new Headers({ "Set-Cookie": await endSession(args.request, "member") });
    return redirectWithToast("/login", { tone: "good", text, timeout: 20_000 }, headers);
  });
}

export default function DeleteAccount() {
  const actionData = useActionData<typeof action>();
  return (
    <AccountSubpage title="Delete account">
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <div className="grid gap-3 max-w-measure">
        <p>
          We sign you out everywhere immediately. For {GRACE_DAYS} days you can change your mind: sign in and
          press “{KEEP}”. Signing in alone does not keep the account. After {GRACE_DAYS} days we delete it,
          along with your name, email, photo and devices. The <a href="/privacy">privacy policy</a> lists what
          we keep.
        </p>
        <p>
          You lose your remaining days of membership. Payments, and the gifts and invitations they belong to,
          stay in our books without your name and address.{" "}
          <a href="/dashboard/export.json" download>
            Download your data
          </a>{" "}
          first if you want to keep it.
        </p>
      </div>
      <Form schema={passwordOnlySchema} className="form max-w-form">
        <FormField
          input="password"
          name="password"
          label="Your password"
          autoComplete="current-password"
          required
        />
        <div className="actions">
          <SubmitButton busyText="Deleting..." danger>
            Delete my account
          </SubmitButton>
        </div>
      </Form>
    </AccountSubpage>
  );
}
