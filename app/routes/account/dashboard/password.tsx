import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { passwordChangeSchema } from "~/features/accounts/account.rules";
import { AccountSubpage } from "~/features/accounts/account-page";
import { changePassword } from "~/features/accounts/passwords.server";
import { requireMember } from "~/features/auth/viewer.server";
import { SubmitButton, ValidatedPassword } from "~/features/site-shell/validated-fields";
import { Note } from "~/ui/message";
import { formReply, parseOrThrow } from "~/web/errors.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";

export const handle = { hydrate: true };

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

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

const validator = validatorFor(passwordChangeSchema);

export default function ChangePassword() {
  const actionData = useActionData<typeof action>();
  return (
    <AccountSubpage title="Change password">
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <ValidatedForm validator={validator} method="post" className="form max-w-form" noValidate>
        <ValidatedPassword name="currentPassword" label="Current password" autoComplete="current-password" />
        <ValidatedPassword
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. All other devices are signed out."
        />
        <ValidatedPassword name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <SubmitButton busyText="Saving..." block={false}>
          Change password
        </SubmitButton>
      </ValidatedForm>
    </AccountSubpage>
  );
}
