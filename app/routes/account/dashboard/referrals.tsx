import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FriendTable } from "~/access/friend-table";
import { ReferralShare } from "~/access/referral-share";
import { referralOverview } from "~/access/referrals.queries.server";
import { requireMember } from "~/auth/viewer.server";
import { AccountPage } from "~/features/accounts/account-page";
import { config } from "~/platform/config.server";
import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Referrals", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  return { ...(await referralOverview(id)), publicUrl: config().publicUrl };
}

export default function Referrals() {
  const { code, friends, joined, daysEarned, publicUrl } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AccountPage current="referrals">
      <div className="grid gap-8 section">
        <Section title="Refer a friend" flush aside={`${pluralize(daysEarned, "day")} earned`}>
          <ReferralShare code={code} publicUrl={publicUrl} />
        </Section>
        <Section title="Friends" flush aside={`${pluralize(joined, "friend")} joined`}>
          {friends.length > 0 ? (
            <FriendTable friends={friends} zone={siteTz} />
          ) : (
            <EmptyState title="No friends have joined yet.">
              Friends who register through your link appear here.
            </EmptyState>
          )}
        </Section>
      </div>
    </AccountPage>
  );
}
