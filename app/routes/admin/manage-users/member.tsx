import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useMatches } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { DeleteMember, MemberHead } from "~/features/accounts/back-office/member-head";
import { memberAction, memberPage } from "~/features/accounts/back-office/member-page.server";
import {
  MailsSection,
  PaymentsSection,
  ProfileSection,
  ReferralsSection,
  SignInSection,
  SubscriptionSection,
} from "~/features/accounts/back-office/member-sections";
import { ownChangeEntry } from "~/features/staff/change-entry";
import { ChangeList } from "~/features/staff/change-list";
import { Section } from "~/ui/head";
import { useRootData } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) =>
  adminMeta(args, args.data ? `${args.data.member.firstname} ${args.data.member.lastname}` : "Member");

export const loader = (args: LoaderFunctionArgs) => memberPage(args);
export const action = (args: ActionFunctionArgs) => memberAction(args);

export default function Member() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { siteTz: zone } = useRootData();
  const hasDialog = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.dialog);
  return (
    <AdminPage overlay={hasDialog ? <Outlet /> : data.confirmingDelete && <DeleteMember data={data} />}>
      <MemberHead
        data={data}
        zone={zone}
        message={actionData && "message" in actionData ? actionData.message : undefined}
      />
      <div className="split">
        <div className="grid gap-8">
          <SubscriptionSection data={data} zone={zone} />
          <PaymentsSection data={data} zone={zone} />
          <MailsSection data={data} zone={zone} />
          <ReferralsSection data={data} zone={zone} />
        </div>
        <aside className="grid gap-8 content-start">
          <ProfileSection data={data} zone={zone} />
          <SignInSection data={data} zone={zone} />
          {data.changes.length > 0 && (
            <Section title="Last changes" flush>
              <ChangeList entries={data.changes.map(ownChangeEntry)} zone={zone} />
            </Section>
          )}
        </aside>
      </div>
    </AdminPage>
  );
}
