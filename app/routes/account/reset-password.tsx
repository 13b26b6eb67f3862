import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { passwordResetForm } from "~/features/accounts/account.rules";
import { LINK_USELESS, RESET_DONE, RESET_FAILED } from "~/features/accounts/passwords.rules";
import { resetLinkIsGood, resetPassword } from "~/features/accounts/passwords.server";
import { AfterwardsToLogin, toLogin } from "~/features/auth/sign-in-redirect";
import { EntryFrame } from "~/features/site-shell/auth-layout";
import { FormButton, FormPassword } from "~/features/site-shell/validated-fields";
import { LinkButton } from "~/ui/button";
import { EntryPanel } from "~/ui/frames/bare-frame";
import { Note } from "~/ui/message";
import { doneCookie, hasDone } from "~/web/done-cookie.server";
import { formReply, understood } from "~/web/errors.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";

export const handle = { hydrate: true };

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, { title: "Set your Password", hidden: true }),
  ...(args.data?.state === "done" ? [toLogin(3)] : []),
];

/** Stands in the token's place afterwards, so that the page one ends at does not name a link. */
const DONE = "done";

/** Opening the link shows the form and uses nothing up, however often a mail scanner does it. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  if (token === DONE && hasDone(request, "reset")) return data({ state: "done" });
  const good = await resetLinkIsGood(token);
  return data({ state: good ? "form" : "useless" }, { status: good ? 200 : 400 });
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, RESET_FAILED, async ({ values }) => {
    const { password } = understood(passwordResetForm, values);
    await resetPassword(args, args.params.token ?? "", password);
    const headers = new Headers({ "Set-Cookie": doneCookie("reset") });
    return redirectWithToast(`/reset-password/${DONE}`, { tone: "good", text: RESET_DONE }, headers);
  });

const validator = validatorFor(passwordResetForm);

export default function ResetPassword() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <EntryFrame>
      <EntryPanel title="Set your Password" closeTo="/">
        {state === "form" && <PasswordForm />}
        {state === "useless" && <Useless />}
        {state === "done" && (
          <AfterwardsToLogin title={RESET_DONE} seconds={3}>
            All devices were signed out. Sign in with your new password.
          </AfterwardsToLogin>
        )}
      </EntryPanel>
    </EntryFrame>
  );
}

function Useless() {
  return (
    <>
      <Note tone="bad" title={LINK_USELESS} />
      <LinkButton to="/forget-password" block>
        Send a new link
      </LinkButton>
    </>
  );
}

function PasswordForm() {
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && "message" in refused && <Note tone="bad" title={refused.message} />}
      <ValidatedForm validator={validator} method="post" className="form" noValidate>
        <FormPassword
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <FormPassword name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <FormButton busyText="Saving...">Set password</FormButton>
      </ValidatedForm>
    </>
  );
}
