import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { signInByForm } from "~/features/auth/form-sign-in.server";
import { nextPath, viewerOf } from "~/features/auth/viewer.server";
import { FormButton, FormField, FormPassword, OneSentence } from "~/features/site-shell/validated-fields";
import { FILL_IN, staffSignIn } from "~/features/staff/sign-in.rules";
import { authenticateStaff } from "~/features/staff/sign-in.server";
import { BareFrame, EntryPanel } from "~/ui/frames/bare-frame";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";
import { validatorFor } from "~/web/validator";

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Admin Portal", hidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "staff") throw redirect(nextPath(args.request, "/admin"));
  return null;
}

export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, "staff", authenticateStaff, () => nextPath(args.request, "/admin"));

const validator = validatorFor(staffSignIn);

export default function AdminLogin() {
  const { siteName } = useRootData();
  const refused = useActionData<typeof action>();
  const toasts = useToasts();
  return (
    <BareFrame siteName={siteName} plain toasts={toasts} horizon settings={<ThemeChoice />}>
      <EntryPanel title="Admin Portal" meta={`${siteName} back-office`}>
        <ValidatedForm validator={validator} method="post" className="form" noValidate>
          <OneSentence words={FILL_IN} refused={refused?.message}>
            <FormField name="email" label="Email" type="email" autoComplete="username" />
            <FormPassword name="password" label="Password" autoComplete="current-password" />
            <FormButton busyText="Signing In...">Sign In</FormButton>
          </OneSentence>
        </ValidatedForm>
        <p className="meta">Restricted Access</p>
      </EntryPanel>
    </BareFrame>
  );
}
