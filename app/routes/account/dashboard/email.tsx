import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressChangeSchema } from "~/auth/account.rules";
import { requireMember } from "~/auth/viewer.server";
import { AccountSubpage } from "~/features/accounts/account-page";
import { requestAddress } from "~/features/accounts/own-address.server";
import { ADDRESS_TEXTS } from "~/features/accounts/passwords.texts";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Change email", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireMember(args);
  return { email };
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return formReply(args, ADDRESS_TEXTS.failed, async ({ values }) => {
    await requestAddress(member, parseOrThrow(addressChangeSchema, values));
    return redirectWithToast("/dashboard", { tone: "good", text: ADDRESS_TEXTS.sent, timeout: 12_000 });
  });
}

export default function ChangeEmail() {
  const { email } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AccountSubpage title="Change email">
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <p className="max-w-measure">
        You sign in with {email}. We email a link to the new address. Nothing changes until you open it and
        confirm. We also email your current address.
      </p>
      <Form schema={addressChangeSchema} className="form max-w-form">
        <FormField name="email" label="New email" input="email" autoComplete="email" required />
        <FormField
          input="password"
          name="password"
          label="Your password"
          autoComplete="current-password"
          required
        />
        <div className="actions">
          <SubmitButton busyText="Sending...">Send the link</SubmitButton>
        </div>
      </Form>
    </AccountSubpage>
  );
}
