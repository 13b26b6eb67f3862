import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { emailOnlySchema } from "~/auth/account.rules";
import { askAction, askScreen } from "~/features/accounts/sign-in-link/sign-in-link.screen.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "Sign in by email", description: "Sign in with a link that we email to you." });

export const loader = (args: LoaderFunctionArgs) => askScreen(args);
export const action = (args: ActionFunctionArgs) => askAction(args);

export default function LoginLink() {
  const { passwordTo } = useLoaderData<typeof loader>();
  const error = useFormError();
  return (
    <AuthLayout>
      <AuthPanel
        title="Sign in by email"
        meta="Enter your email and we will send you a link that signs you in here, without your password."
        closeTo="/"
      >
        {error && !error.explainedByFields && <Note tone="bad" title={error.message} />}
        <Form schema={emailOnlySchema} className="form">
          <FormField name="email" label="Email" input="email" autoComplete="username" required />
          <SubmitButton busyText="Sending..." block>
            Email me the link
          </SubmitButton>
        </Form>
        <p className="text-sm">
          <a href={passwordTo}>Sign in with your password</a>
        </p>
      </AuthPanel>
    </AuthLayout>
  );
}
