import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signInByForm } from "~/auth/form-sign-in.server";
import { PasskeyForm } from "~/auth/passkeys/passkey-form";
import { SignInFields } from "~/auth/sign-in-fields";
import { nextPath, viewerOf } from "~/auth/viewer.server";
import { AuthPanel, BareFrame } from "~/features/site-shell/bare-frame";
import { FILL_IN, staffSignIn } from "~/features/staff/sign-in.rules";
import { STAFF_SIGN_IN } from "~/features/staff/sign-in.server";
import { FieldsWithOneError, Form, SubmitButton } from "~/web/form";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";
import { withNext } from "~/web/safe-path";
import { ThemeChoice } from "~/web/theme-choice";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Admin Portal", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "staff") throw redirect(nextPath(args.request, "/admin"));
  return { passkeyTo: withNext("/admin/login/passkey", args.request) };
}

export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, STAFF_SIGN_IN, () => nextPath(args.request, "/admin"));

export default function AdminLogin() {
  const { siteName } = useRootData();
  const { passkeyTo } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const toasts = useToasts();
  return (
    <BareFrame siteName={siteName} plain toasts={toasts} horizon settings={<ThemeChoice />}>
      <AuthPanel title="Admin Portal" meta={`${siteName} back-office`}>
        <Form schema={staffSignIn} className="form">
          <FieldsWithOneError invalidText={FILL_IN} serverError={actionData?.message}>
            <SignInFields />
            <SubmitButton busyText="Signing In..." block>
              Sign In
            </SubmitButton>
          </FieldsWithOneError>
        </Form>
        <PasskeyForm does="use" action={passkeyTo} button="Sign in with a passkey" />
        <p className="meta">Restricted Access</p>
      </AuthPanel>
    </BareFrame>
  );
}
