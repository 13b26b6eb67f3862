import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { resetTwoStepAction, resetTwoStepScreen } from "~/features/staff/admins.screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Reset two-step sign-in");

export const loader = (args: LoaderFunctionArgs) => resetTwoStepScreen(args);
export const action = (args: ActionFunctionArgs) => resetTwoStepAction(args);

export default function ResetTwoStep() {
  const { fullname, email, isOn, backTo } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <ConfirmDialog
      question={`Reset two-step sign-in for ${fullname}?`}
      confirm="Reset"
      busyText="Resetting..."
      cancelTo={backTo}
    >
      <div className="grid gap-3">
        {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
        {!isOn && <p>Two-step sign-in is already off.</p>}
        <p>
          Reset it only if you are sure that {fullname} asked you to: the password alone then opens the
          account of {email}. Their passkeys will be deleted. They will be signed out everywhere and receive
          an email.
        </p>
      </div>
    </ConfirmDialog>
  );
}
