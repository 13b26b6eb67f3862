import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { FormButton, FormPassword } from "~/features/frame/form-fields";
import { passwordChange } from "~/features/members/account.rules";
import { AccountSubpage } from "~/features/members/account-page";
import { changePassword } from "~/features/members/passwords.server";
import { pageMeta } from "~/http/meta";
import { formReply, understood } from "~/http/refusal.server";
import { redirectWithToast } from "~/http/toast.server";
import { validatorFor } from "~/http/validator";
import { requireMember } from "~/http/viewer.server";
import { Note } from "~/ui/message";

export const handle = { hydrate: true };

export { retryHeaders as headers } from "~/http/page-headers";

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
