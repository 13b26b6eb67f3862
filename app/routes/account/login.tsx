import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { memberSignIn } from "~/features/accounts/sign-in.rules";
import { authenticateMember } from "~/features/accounts/sign-in.server";
import { signInByForm } from "~/features/auth/form-sign-in.server";
import { nextPath, viewerOf } from "~/features/auth/viewer.server";
import { EntryFrame } from "~/features/site-shell/auth-layout";
import { FormButton, FormField, FormPassword, FormTrouble } from "~/features/site-shell/validated-fields";
import { EntryPanel } from "~/ui/frames/bare-frame";
import { pageMeta } from "~/web/meta";
import { FIX_THE_FORM, validatorFor } from "~/web/validator";

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Member Sign In" });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "member") throw redirect(nextPath(args.request, "/"));
  return null;
}

// Who asked for the account to be deleted is first told how to keep it.
export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, "member", authenticateMember, ({ deletionRequestedAt }) =>
    deletionRequestedAt ? "/dashboard" : nextPath(args.request, "/"),
  );

const validator = validatorFor(memberSignIn);

export default function Login() {
  const refused = useActionData<typeof action>();
  return (
    <EntryFrame>
      <EntryPanel
        title="Member Sign In"
        meta={
          <>
            No account yet? <a href="/register">Create a free account</a>
          </>
        }
        closeTo="/"
      >
        <ValidatedForm validator={validator} method="post" className="form" noValidate>
          <FormTrouble words={FIX_THE_FORM} refused={refused?.message}>
            {refused?.pending && (
              <a
                href={`/resend-verification-email?email=${encodeURIComponent(refused.repopulateFields.email)}`}
              >
                Send the verification email again
              </a>
            )}
          </FormTrouble>
          <FormField name="email" label="Email" type="email" autoComplete="username" />
          <FormPassword name="password" label="Password" autoComplete="current-password" />
          <p className="text-sm">
            <a href="/forget-password">Forgot your password?</a>
          </p>
          <FormButton busyText="Signing In...">Sign In</FormButton>
        </ValidatedForm>
        <p className="meta">
          By signing in you agree to the <a href="/terms">terms</a> and the{" "}
          <a href="/privacy">privacy policy</a>.
        </p>
      </EntryPanel>
    </EntryFrame>
  );
}
