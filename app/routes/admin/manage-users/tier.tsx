import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TierDialog } from "~/features/members/back-office/tier-question";
import { switchAgreed, tierQuestion } from "~/features/members/back-office/tier-question.server";
import { adminMeta } from "~/resource/admin-page";

export const handle = { dialog: true };

export { retryHeaders as headers } from "~/http/page-headers";

export const meta: MetaFunction<typeof loader> = (args) =>
  adminMeta(args, args.data && `Switch ${args.data.name} to ${args.data.to}`);

export const loader = (args: LoaderFunctionArgs) => tierQuestion(args);
export const action = (args: ActionFunctionArgs) => switchAgreed(args);

export default function Tier() {
  const question = useLoaderData<typeof loader>();
  const said = useActionData<typeof action>();
  return <TierDialog question={question} said={said && "said" in said ? said.said : undefined} />;
}
