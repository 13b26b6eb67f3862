import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailOnlySchema } from "~/auth/account.rules";
import { GoToLogin } from "~/auth/sign-in-redirect";
import { forgotPassword } from "~/features/accounts/passwords.server";
import { RESET_NOT_SENT, RESET_SENT } from "~/features/accounts/passwords.texts";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { completedStepCookie, hasCompleted } from "~/web/completed-step-cookie.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Forgot Password",
    description: "We’ll email you a link to set a new password.",
  });

export function loader({ request }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.has("sent");
  if (sent && !hasCompleted(request, "reset-request")) throw redirect("/forget-password");
  return { sent };
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, RESET_NOT_SENT, async ({ values }) => {
    await forgotPassword(args, parseOrThrow(emailOnlySchema, values).email);
    const headers = new Headers({ "Set-Cookie": completedStepCookie("reset-request") });
    return redirectWithToast("/forget-password?sent", { tone: "good", text: RESET_SENT }, headers);
  });

export default function ForgetPassword() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <AuthPanel
        title="Forgot Password"
        meta={sent ? undefined : "Enter your email and we will send you a link to set a new password."}
        closeTo="/"
      >
        {sent ? <SentMessage /> : <RequestForm />}
      </AuthPanel>
    </AuthLayout>
  );
}

function SentMessage() {
  return (
    <>
      <Note tone="good" title={RESET_SENT}>
        <p>
          If the address belongs to an account, the email will arrive in a moment. Its link works for 30
          minutes. No email? Check your spam folder, or <a href="/forget-password">try again</a>.
        </p>
      </Note>
      <GoToLogin />
    </>
  );
}

function RequestForm() {
  const actionData = useActionData<typeof action>();
  return (
    <>
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <Form schema={emailOnlySchema} className="form">
        <FormField name="email" label="Email" input="email" autoComplete="username" required />
        <SubmitButton busyText="Sending..." block>
          Send the link
        </SubmitButton>
      </Form>
      <p className="text-sm">
        <a href="/login">Back to sign in</a>
      </p>
    </>
  );
}
