import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { REGISTERED, REGISTRATION_FAILED, registration } from "~/features/accounts/account.rules";
import { register } from "~/features/accounts/registration.server";
import { newBrowserSecret } from "~/features/accounts/registration-cookie.server";
import { AfterwardsToLogin, toLogin } from "~/features/auth/sign-in-redirect";
import { nextPath, viewerOf } from "~/features/auth/viewer.server";
import { Invitation } from "~/features/entitlements/invitation";
import { forgottenCode, rememberedCode } from "~/features/entitlements/referral-cookie";
import { isInvitation } from "~/features/entitlements/referrals.queries.server";
import { EntryFrame } from "~/features/site-shell/auth-layout";
import { FormButton, FormField, FormPassword } from "~/features/site-shell/validated-fields";
import { disclaimerOf } from "~/ui/disclaimer";
import { DisclaimerBand } from "~/ui/disclaimer-band";
import { EntryPanel } from "~/ui/frames/bare-frame";
import { Note } from "~/ui/message";
import { doneCookie, hasDone } from "~/web/done-cookie.server";
import { formReply, understood } from "~/web/errors.server";
import { readOr } from "~/web/fallback.server";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";

export const handle = { hydrate: true };

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, {
    title: "Create Free Account",
    description:
      "A free account for news, markets and videos. Plans with briefs, picks and alerts can follow.",
  }),
  ...(args.data?.done ? [toLogin(3)] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  if ((await viewerOf(args)).kind === "member") throw redirect(nextPath(request, "/"));
  const done = new URL(request.url).searchParams.has("done");
  if (done && !hasDone(request, "registration")) throw redirect("/register");
  const code = rememberedCode(request.headers.get("Cookie"));
  return { done, invited: await readOr(args, "invitation not read", isInvitation(code), false) };
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, REGISTRATION_FAILED, async ({ values }) => {
    const referralCode = rememberedCode(args.request.headers.get("Cookie"));
    const { browserHash, setCookie } = newBrowserSecret();
    await register(args, understood(registration, values), { referralCode, browserHash });
    const headers = new Headers();
    for (const cookie of [forgottenCode, setCookie, doneCookie("registration")]) {
      headers.append("Set-Cookie", cookie);
    }
    return redirectWithToast("/register?done", { tone: "good", text: REGISTERED }, headers);
  });

const validator = validatorFor(registration);

export default function Register() {
  const { siteName } = useRootData();
  const { done, invited } = useLoaderData<typeof loader>();
  return (
    <EntryFrame>
      <DisclaimerBand text={disclaimerOf(siteName)} />
      <EntryPanel
        title="Create Free Account"
        meta={
          <>
            Already registered? <a href="/login">Sign in</a>
          </>
        }
        closeTo="/"
      >
        {done ? (
          <AfterwardsToLogin title={REGISTERED} seconds={3}>
            We have sent you an email. Open the link in it to verify your address, then sign in.
          </AfterwardsToLogin>
        ) : (
          <>
            {invited && <Invitation />}
            <RegisterForm />
          </>
        )}
      </EntryPanel>
    </EntryFrame>
  );
}

function RegisterForm() {
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && "message" in refused && <Note tone="bad" title={refused.message} />}
      <ValidatedForm
        validator={validator}
        method="post"
        className="form"
        noValidate
        data-guard={refused ? "unsaved" : ""}
      >
        <div className="pair">
          <FormField name="firstname" label="First name" autoComplete="given-name" maxLength={100} />
          <FormField name="lastname" label="Last name" autoComplete="family-name" maxLength={100} />
        </div>
        <FormField name="email" label="Email" type="email" autoComplete="username" />
        <FormPassword
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <FormButton busyText="Creating account...">Create account</FormButton>
      </ValidatedForm>
      <p className="meta">
        By creating an account you agree to the <a href="/terms">terms</a> and the{" "}
        <a href="/privacy">privacy policy</a>.
      </p>
    </>
  );
}
