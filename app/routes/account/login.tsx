import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { MouseEvent } from "react";
import { signInByForm } from "~/auth/form-sign-in.server";
import { PasskeyForm } from "~/auth/passkeys/passkey-form";
import { memberSignIn } from "~/auth/sign-in.rules";
import { SignInFields } from "~/auth/sign-in-fields";
import { viewerOf } from "~/auth/viewer.server";
import { NewcomerForm } from "~/features/accounts/newcomer-form";
import { MEMBER_SIGN_IN } from "~/features/accounts/sign-in.server";
import { SIGN_IN_LINK_PATH } from "~/features/accounts/sign-in-link/sign-in-link.rules";
import { ChosenNote } from "~/features/billing/orders/intents/chosen-note";
import { chosenPlan } from "~/features/billing/orders/intents/chosen-plan.server";
import { pathAfterSignIn, redirectMember } from "~/features/billing/orders/intents/redirect-member.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Button } from "~/ui/button";
import { Form, FormError, SubmitButton } from "~/web/form";
import { pageMeta } from "~/web/meta";
import { withNext } from "~/web/safe-path";
import { FIX_THE_FORM } from "~/web/validator";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Member Sign In",
    description: "Sign in to read what your membership includes: briefs, picks and trade alerts.",
  });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "member") throw await redirectMember(args, viewer);
  return {
    chosen: await chosenPlan(args),
    registerTo: withNext("/register", args.request),
    linkTo: withNext(SIGN_IN_LINK_PATH, args.request),
    passkeyTo: withNext("/login/passkey", args.request),
  };
}

// A member who asked for deletion first sees how to cancel it.
export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, MEMBER_SIGN_IN, ({ id, deletionRequestedAt }) =>
    deletionRequestedAt ? "/dashboard" : pathAfterSignIn(args, id),
  );

/** Sends the form elsewhere, as without script: its own checks ask for a password. */
const sendTo = (action: string) => (event: MouseEvent<HTMLButtonElement>) => {
  const { form } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const before = form.getAttribute("action");
  form.action = action;
  form.submit();
  // Browsers keep the page: after Back, “Sign In” goes where it went before.
  if (before === null) form.removeAttribute("action");
  else form.setAttribute("action", before);
};

export default function Login() {
  const actionData = useActionData<typeof action>();
  const { chosen, registerTo, linkTo, passkeyTo } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <AuthPanel
        title="Member Sign In"
        meta={
          <>
            No account yet? <a href={registerTo}>Create a free account</a>
          </>
        }
        closeTo="/"
      >
        {chosen && <ChosenNote plan={chosen} />}
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
          <Button formAction={linkTo} formNoValidate size="lg" block onClick={sendTo(linkTo)}>
            Email me a sign-in link
          </Button>
        </Form>
        <PasskeyForm does="use" action={passkeyTo} button="Sign in with a passkey" />
        <p className="meta">
          By signing in you agree to the <a href="/terms">terms</a> and the{" "}
          <a href="/privacy">privacy policy</a>.
        </p>
        {chosen && <NewcomerForm />}
      </AuthPanel>
    </AuthLayout>
  );
}
