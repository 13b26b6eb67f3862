import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ValidatedForm } from "remix-validated-form";
import { FormButton, FormField, FormPassword } from "~/features/frame/form-fields";
import { staffSignIn } from "~/features/staff/sign-in.rules";
import { authenticateStaff } from "~/features/staff/sign-in.server";
import { pageMeta } from "~/http/meta";
import { useRootData, useToasts } from "~/http/root-data";
import { startSession } from "~/http/sessions.server";
import { refusedForm, SignInRefused } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { validatorFor } from "~/http/validator";
import { nextPath, viewerOf } from "~/http/viewer.server";
import { BareFrame, EntryPanel } from "~/ui/frames/bare-frame";
import { Note } from "~/ui/message";

export { retryHeaders as headers } from "~/http/page-headers";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Admin Portal", hidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "staff") throw redirect(nextPath(args.request, "/admin"));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const form = args.request.clone();
  try {
    const staff = await authenticateStaff(args);
    const { setCookie } = await startSession(args, "staff", staff.id, "cookie");
    const headers = new Headers({ "Set-Cookie": setCookie });
    return redirectWithToast(
      nextPath(args.request, "/admin"),
      { tone: "good", text: "Logged in successfully!" },
      headers,
    );
  } catch (error) {
    if (error instanceof SignInRefused) return refusedForm(error, await form.formData());
    throw error;
  }
}

const validator = validatorFor(staffSignIn);

export default function AdminLogin() {
  const { siteName } = useRootData();
  const refused = useActionData<typeof action>();
  const toasts = useToasts();
  return (
    <BareFrame siteName={siteName} plain toasts={toasts} horizon>
      <EntryPanel title="Admin Portal" meta={`${siteName} back-office`}>
        {refused && "message" in refused && <Note tone="bad" title={refused.message} />}
        <ValidatedForm validator={validator} method="post" className="form" noValidate>
          <FormField name="email" label="Email" type="email" autoComplete="username" />
          <FormPassword name="password" label="Password" autoComplete="current-password" />
          <FormButton busyText="Signing In...">Sign In</FormButton>
        </ValidatedForm>
        <p className="meta">Restricted Access</p>
      </EntryPanel>
    </BareFrame>
  );
}
