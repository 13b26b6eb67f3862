import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codeSchema } from "~/auth/account.rules";
import { codeAction, codeScreen } from "~/features/accounts/sign-in-link/sign-in-link.screen.server";
import { pathAfterSignIn } from "~/features/billing/orders/intents/redirect-member.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Check your email", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => codeScreen(args);
export const action = (args: ActionFunctionArgs) =>
  codeAction(args, (memberId) => pathAfterSignIn(args, memberId));

export default function LoginLinkCode() {
  const { againTo } = useLoaderData<typeof loader>();
  const error = useFormError();
  return (
    <AuthLayout>
      <AuthPanel title="Check your email" closeTo="/">
        {error && !error.fieldErrors.code && <Note tone="bad" title={error.message} />}
        <p>
          If the address belongs to an account, an email with a link will arrive in a moment. Open the link in
          this browser within 15 minutes. If you read the email on another device, type its code here.
        </p>
        <Form schema={codeSchema} className="form">
          <FormField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            hint="The eight-character code from the email."
            required
          />
          <SubmitButton busyText="Signing In..." block>
            Sign In
          </SubmitButton>
        </Form>
        <p className="meta">
          No email? Check your spam folder, or <a href={againTo}>try again</a>.
        </p>
      </AuthPanel>
    </AuthLayout>
  );
}
