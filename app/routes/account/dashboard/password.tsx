import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { passwordChange } from "~/features/accounts/account.rules";
import { AccountSubpage } from "~/features/accounts/account-page";
import { changePassword } from "~/features/accounts/passwords.server";
import { requireMember } from "~/features/auth/viewer.server";
import { FormButton, FormPassword } from "~/features/site-shell/validated-fields";
import { Note } from "~/ui/message";
import { formReply, understood } from "~/web/errors.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";

export const handle = { hydrate: true };

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Change password", hidden: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return formReply(args, "Failed to change password", async ({ values }) => {
    await changePassword(member, understood(passwordChange, values));
    const text = "Password changed. Other devices were signed out.";
    return redirectWithToast("/dashboard", { tone: "good", text });
  });
}

const validator = validatorFor(passwordChange);

export default function ChangePassword() {
  const refused = useActionData<typeof action>();
  return (
    <AccountSubpage title="Change password">
      {refused && "message" in refused && <Note tone="bad" title={refused.message} />}
      <ValidatedForm validator={validator} method="post" className="form max-w-form" noValidate>
        <FormPassword name="currentPassword" label="Current password" autoComplete="current-password" />
        <FormPassword
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. All other devices are signed out."
        />
        <FormPassword name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <FormButton busyText="Saving..." block={false}>
          Change password
        </FormButton>
      </ValidatedForm>
    </AccountSubpage>
  );
}
