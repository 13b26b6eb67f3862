import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { ProfilePage } from "~/features/staff/profile-page";
import { RecoveryCodes } from "~/features/staff/two-step/recovery-codes";
import { twoStepAction, twoStepScreen } from "~/features/staff/two-step/two-step.screen.server";
import { TwoStepState } from "~/features/staff/two-step/two-step-state";
import { Note } from "~/ui/message";

export const meta: MetaFunction = (args) => adminMeta(args, "Two-step sign-in");

export const loader = (args: LoaderFunctionArgs) => twoStepScreen(args);
export const action = (args: ActionFunctionArgs) => twoStepAction(args);

export default function OwnTwoStep() {
  const state = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const codes = answer && "codes" in answer ? answer.codes : undefined;
  const problem = answer && "message" in answer ? answer : undefined;
  const wrong = problem?.fieldErrors.code;
  return (
    <ProfilePage current="/admin/profile-settings/two-step">
      <div className="grid gap-6 max-w-prose">
        {problem && !wrong && <Note tone="bad" title={problem.message} />}
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <TwoStepState
            {...state}
            wrong={wrong ? { intent: problem?.repopulateFields.intent, message: wrong } : undefined}
          />
        )}
      </div>
    </ProfilePage>
  );
}
