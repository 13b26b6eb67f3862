import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReferralShare } from "~/access/referral-share";
import { referralOverview } from "~/access/referrals.queries.server";
import { requireMember } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { pluralize } from "~/ui/format";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Refer a Friend", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const { code, joined, daysEarned } = await referralOverview(id);
  return { code, joined, daysEarned, publicUrl: config().publicUrl };
}

export default function Referral() {
  const { code, joined, daysEarned, publicUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="account-head">
        <h1>Refer a Friend</h1>
        <p className="meta">
          {pluralize(joined, "friend")} joined, {pluralize(daysEarned, "day")} earned.{" "}
          <a href="/dashboard/referrals">See all</a>
        </p>
      </header>
      <ReferralShare code={code} publicUrl={publicUrl} />
    </>
  );
}
