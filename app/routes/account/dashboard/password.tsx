import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { passwordChangeSchema } from "~/auth/account.rules";
import { requireMember } from "~/auth/viewer.server";
import { AccountSubpage } from "~/features/accounts/account-page";
import { NewPasswordFields } from "~/features/accounts/new-password-fields";
import { changePassword } from "~/features/accounts/passwords.server";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Change password", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return formReply(args, "Failed to change password", async ({ values }) => {
    await changePassword(member, parseOrThrow(passwordChangeSchema, values));
    const text = "Password changed. Other devices were signed out.";
    return redirectWithToast("/dashboard", { tone: "good", text });
  });
}

export default function ChangePassword() {
  const actionData = useActionData<typeof action>();
  return (
    <AccountSubpage title="Change password">
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <p className="meta max-w-prose">
        Your passkeys do not change. <a href="/dashboard/passkeys">See or remove them</a>.
      </p>
      <Form schema={passwordChangeSchema} className="form max-w-form">
        <FormField
          input="password"
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          name="newPassword"
          hint="At least 8 characters. Changing it signs out all other devices."
        />
        <div className="actions">
          <SubmitButton busyText="Saving...">Change password</SubmitButton>
        </div>
      </Form>
    </AccountSubpage>
  );
}
