import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { giveAction, givePage } from "~/features/billing/gifts/give.screen.server";
import { GiveForm } from "~/features/billing/gifts/give-form";
import { PageHead } from "~/ui/head";
import { EmptyState, LoadError, READ_NEWS } from "~/ui/message";
import { useFormError } from "~/web/form";
import { pageMeta } from "~/web/meta";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Give a membership", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => givePage(args);
export const action = (args: ActionFunctionArgs) => giveAction(args);

export default function GiveMembership() {
  const { plans, values, failed } = useLoaderData<typeof loader>();
  const refused = useFormError()?.message;
  return (
    <div className="grid gap-5">
      <PageHead
        title="Give a membership"
        crumbs={[{ label: "Plans", to: "/subscription" }, { label: "Give a membership" }]}
        meta="You pay once. The recipient gets an email with a link. The days start when they claim them, within a year."
      />
      {failed ? (
        <LoadError title={failed} />
      ) : plans.length === 0 ? (
        <EmptyState title="No subscription plans found." action={READ_NEWS} />
      ) : (
        <GiveForm plans={plans} values={values} refused={refused} />
      )}
    </div>
  );
}
