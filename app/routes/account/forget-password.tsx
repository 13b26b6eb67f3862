import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { addressOnly } from "~/features/accounts/account.rules";
import { RESET_NOT_SENT, RESET_SENT } from "~/features/accounts/passwords.rules";
import { forgotPassword } from "~/features/accounts/passwords.server";
import { GoToLogin } from "~/features/auth/sign-in-redirect";
import { EntryFrame } from "~/features/site-shell/auth-layout";
import { FormButton, FormField } from "~/features/site-shell/validated-fields";
import { EntryPanel } from "~/ui/frames/bare-frame";
import { Note } from "~/ui/message";
import { doneCookie, hasDone } from "~/web/done-cookie.server";
import { formReply, understood } from "~/web/errors.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";

export const handle = { hydrate: true };

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Forgot Password", hidden: true });

export function loader({ request }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.has("sent");
  if (sent && !hasDone(request, "reset-request")) throw redirect("/forget-password");
  return { sent };
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, RESET_NOT_SENT, async ({ values }) => {
    await forgotPassword(args, understood(addressOnly, values).email);
    const headers = new Headers({ "Set-Cookie": doneCookie("reset-request") });
    return redirectWithToast("/forget-password?sent", { tone: "good", text: RESET_SENT }, headers);
  });

const validator = validatorFor(addressOnly);

export default function ForgetPassword() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <EntryFrame>
      <EntryPanel
        title="Forgot Password"
        meta={sent ? undefined : "Tell us your email and we send you a link to set a new password."}
        closeTo="/"
      >
        {sent ? <Sent /> : <AskForm />}
      </EntryPanel>
    </EntryFrame>
  );
}

function Sent() {
  return (
    <>
      <Note tone="good" title={RESET_SENT}>
        <p>
          If the address belongs to an account, the email arrives in a moment. Its link is good for 30
          minutes. Nothing came? Look into the spam folder, or <a href="/forget-password">try again</a>.
        </p>
      </Note>
      <GoToLogin />
    </>
  );
}

function AskForm() {
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && "message" in refused && <Note tone="bad" title={refused.message} />}
      <ValidatedForm validator={validator} method="post" className="form" noValidate>
        <FormField name="email" label="Email" type="email" autoComplete="username" />
        <FormButton busyText="Sending...">Send the link</FormButton>
      </ValidatedForm>
      <p className="text-sm">
        <a href="/login">Back to sign in</a>
      </p>
    </>
  );
}
