import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { passwordResetFormSchema } from "~/auth/account.rules";
import { LoginRedirectNote, loginRefreshMeta } from "~/auth/sign-in-redirect";
import { NewPasswordFields } from "~/features/accounts/new-password-fields";
import { isResetLinkValid, resetPassword } from "~/features/accounts/passwords.server";
import { LINK_INVALID, RESET_DONE, RESET_FAILED } from "~/features/accounts/passwords.texts";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { completedStepCookie, hasCompleted } from "~/web/completed-step-cookie.server";
import { Form, SubmitButton } from "~/web/form";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, { title: "Set your Password", noIndex: true }),
  ...(args.data?.state === "done" ? [loginRefreshMeta(3)] : []),
];

/** Replaces the token in the address, so that the final page does not reveal the link. */
const DONE = "done";

/** Opening the link only shows the form: email scanners may open it any number of times. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  if (token === DONE && hasCompleted(request, "reset")) return data({ state: "done" });
  const valid = await isResetLinkValid(token);
  return data({ state: valid ? "form" : "useless" }, { status: valid ? 200 : 400 });
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, RESET_FAILED, async ({ values }) => {
    const { password } = parseOrThrow(passwordResetFormSchema, values);
    await resetPassword(args, args.params.token ?? "", password);
    const headers = new Headers({ "Set-Cookie": completedStepCookie("reset") });
    return redirectWithToast(`/reset-password/${DONE}`, { tone: "good", text: RESET_DONE }, headers);
  });

export default function ResetPassword() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <AuthPanel title="Set your Password" closeTo="/">
        {state === "form" && <PasswordForm />}
        {state === "useless" && <InvalidLink />}
        {state === "done" && (
          <LoginRedirectNote title={RESET_DONE} seconds={3}>
            All devices were signed out. Sign in with your new password.
          </LoginRedirectNote>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}

function InvalidLink() {
  return (
    <>
      <Note tone="bad" title={LINK_INVALID} />
      <LinkButton to="/forget-password" block>
        Request a new link
      </LinkButton>
    </>
  );
}

function PasswordForm() {
  const actionData = useActionData<typeof action>();
  return (
    <>
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <Form schema={passwordResetFormSchema} className="form">
        <NewPasswordFields name="password" hint="At least 8 characters." />
        <SubmitButton busyText="Saving..." block>
          Set password
        </SubmitButton>
      </Form>
    </>
  );
}
