import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { REGISTERED, REGISTRATION_FAILED, registrationSchema } from "~/features/accounts/account.rules";
import { register } from "~/features/accounts/registration.server";
import { newBrowserSecret } from "~/features/accounts/registration-cookie.server";
import { LoginRedirectNote, loginRefreshMeta } from "~/features/auth/sign-in-redirect";
import { nextPath, viewerOf } from "~/features/auth/viewer.server";
import { followedLink } from "~/features/entitlements/followed-link.server";
import { Invitation } from "~/features/entitlements/invitation";
import { clearReferralCookie, readReferralCode } from "~/features/entitlements/referral-cookie.server";
import { isInvitation } from "~/features/entitlements/referrals.queries.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { disclaimerOf } from "~/features/site-shell/disclaimer";
import { DisclaimerBand } from "~/features/site-shell/disclaimer-band";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { completedStepCookie, hasCompleted } from "~/web/completed-step-cookie.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: "on use" };

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, {
    title: "Create Free Account",
    description:
      "A free account for news, markets and videos. Plans with briefs, picks and alerts can follow.",
  }),
  ...(args.data?.done ? [loginRefreshMeta(3)] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  if ((await viewerOf(args)).kind === "member") throw redirect(nextPath(request, "/"));
  const done = new URL(request.url).searchParams.has("done");
  if (done && !hasCompleted(request, "registration")) throw redirect("/register");
  const code = readReferralCode(request.headers.get("Cookie"));
  return { done, invited: await loadOr(args, "invitation not read", isInvitation(code), false) };
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, REGISTRATION_FAILED, async ({ values }) => {
    const registration = parseOrThrow(registrationSchema, values);
    const { browserHash, setCookie } = newBrowserSecret();
    await register(args, registration, { link: await followedLink(args), browserHash });
    const headers = new Headers();
    for (const cookie of [clearReferralCookie(), setCookie, completedStepCookie("registration")]) {
      headers.append("Set-Cookie", cookie);
    }
    return redirectWithToast("/register?done", { tone: "good", text: REGISTERED }, headers);
  });

export default function Register() {
  const { siteName } = useRootData();
  const { done, invited } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <DisclaimerBand text={disclaimerOf(siteName)} />
      <AuthPanel
        title="Create Free Account"
        meta={
          <>
            Already registered? <a href="/login">Sign in</a>
          </>
        }
        closeTo="/"
      >
        {done ? (
          <LoginRedirectNote title={REGISTERED} seconds={3}>
            We have sent you an email. Open the link in it to verify your address, then sign in.
          </LoginRedirectNote>
        ) : (
          <>
            {invited && <Invitation />}
            <RegisterForm />
          </>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}

function RegisterForm() {
  const actionData = useActionData<typeof action>();
  return (
    <>
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <Form schema={registrationSchema} className="form" guarded>
        <div className="pair">
          <FormField name="firstname" label="First name" autoComplete="given-name" maxLength={100} required />
          <FormField name="lastname" label="Last name" autoComplete="family-name" maxLength={100} required />
        </div>
        <FormField name="email" label="Email" input="email" autoComplete="username" required />
        <FormField
          input="password"
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          required
        />
        <SubmitButton busyText="Creating account..." block>
          Create account
        </SubmitButton>
      </Form>
      <p className="meta">
        By creating an account you agree to the <a href="/terms">terms</a> and the{" "}
        <a href="/privacy">privacy policy</a>.
      </p>
    </>
  );
}
