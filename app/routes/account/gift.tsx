import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { claimAction, claimPage } from "~/features/billing/gifts/claim.screen.server";
import { CLAIM_TEXTS } from "~/features/billing/gifts/gift.rules";
import { GiftOffer } from "~/features/billing/gifts/gift-offer";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "A gift for you", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => claimPage(args);
export const action = (args: ActionFunctionArgs) => claimAction(args);

export default function Gift() {
  const gift = useLoaderData<typeof loader>();
  const refused = useActionData<{ message: string }>()?.message;
  const { siteTz } = useRootData();
  if (gift.state === "unknown")
    return (
      <AuthLayout>
        <AuthPanel title="Gift not found" closeTo="/">
          <Note tone="bad" title={CLAIM_TEXTS.unknown} />
        </AuthPanel>
      </AuthLayout>
    );
  return (
    <AuthLayout>
      <AuthPanel title="A gift for you" meta={`From ${gift.senderName}`} closeTo="/">
        <GiftOffer gift={gift} zone={siteTz} refused={refused} />
      </AuthPanel>
    </AuthLayout>
  );
}
