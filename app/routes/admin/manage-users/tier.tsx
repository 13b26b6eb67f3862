import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { TierDialog } from "~/features/accounts/back-office/tier-question";
import { confirmTierSwitch, tierQuestion } from "~/features/accounts/back-office/tier-question.server";

export const handle = { dialog: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  adminMeta(args, args.data && `Switch ${args.data.name} to ${args.data.to}`);

export const loader = (args: LoaderFunctionArgs) => tierQuestion(args);
export const action = (args: ActionFunctionArgs) => confirmTierSwitch(args);

export default function Tier() {
  const question = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TierDialog question={question} error={reply && "message" in reply ? reply.message : undefined} />;
}
