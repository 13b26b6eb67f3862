import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { memberSignIn } from "~/features/accounts/sign-in.rules";
import { MEMBER_SIGN_IN } from "~/features/accounts/sign-in.server";
import { signInByForm } from "~/features/auth/form-sign-in.server";
import { SignInFields } from "~/features/auth/sign-in-fields";
import { nextPath, viewerOf } from "~/features/auth/viewer.server";
import { waitingGiftPath } from "~/features/billing/gifts/gift-cookies.server";
import { waitingTrialPath } from "~/features/entitlements/trials/trial-cookie.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Form, FormError, SubmitButton } from "~/web/form";
import { pageMeta } from "~/web/meta";
import { FIX_THE_FORM } from "~/web/validator";

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Member Sign In",
    description: "Sign in to read what your membership opens: briefs, picks and trade alerts.",
  });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "member") throw redirect(nextPath(args.request, "/"));
  return null;
}

// Who asked for the account to be deleted is first told how to keep it.
export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, MEMBER_SIGN_IN, ({ deletionRequestedAt }) =>
    deletionRequestedAt ? "/dashboard" : nextPath(args.request, waitingPath(args.request)),
  );

/** Where they were before they registered. */
const waitingPath = (request: Request) => waitingGiftPath(request) ?? waitingTrialPath(request) ?? "/";

export default function Login() {
  const actionData = useActionData<typeof action>();
  return (
    <AuthLayout>
      <AuthPanel
        title="Member Sign In"
        meta={
          <>
            No account yet? <a href="/register">Create a free account</a>
          </>
        }
        closeTo="/"
      >
        <Form schema={memberSignIn} className="form">
          <FormError invalidText={FIX_THE_FORM} serverError={actionData?.message}>
            {actionData?.pending && (
              <a
                href={`/resend-verification-email?email=${encodeURIComponent(actionData.repopulateFields.email)}`}
              >
                Send the verification email again
              </a>
            )}
          </FormError>
          <SignInFields />
          <p className="text-sm">
            <a href="/forget-password">Forgot your password?</a>
          </p>
          <SubmitButton busyText="Signing In..." block>
            Sign In
          </SubmitButton>
        </Form>
        <p className="meta">
          By signing in you agree to the <a href="/terms">terms</a> and the{" "}
          <a href="/privacy">privacy policy</a>.
        </p>
      </AuthPanel>
    </AuthLayout>
  );
}
