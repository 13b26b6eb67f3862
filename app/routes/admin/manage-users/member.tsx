import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta, ChangeOutlet, useHasDialog } from "~/admin-kit/admin-page";
import { DeleteMember, MemberHead } from "~/features/accounts/back-office/member-head";
import { memberPage } from "~/features/accounts/back-office/member-page.server";
import {
  DevicesSection,
  GiftsSection,
  MailsSection,
  NotesSection,
  PaymentsSection,
  ProfileSection,
  ReferralsSection,
  SignInSection,
  SubscriptionSection,
} from "~/features/accounts/back-office/member-sections";
import { MemberLabels } from "~/features/accounts/labels/member-labels";
import { newestEditionsOf } from "~/features/newsletters/editions.queries.server";
import { MemberEditions } from "~/features/newsletters/member-editions";
import { ownChangeEntry } from "~/features/staff/changes/change-entry";
import { ChangeList } from "~/features/staff/changes/change-list";
import { Section } from "~/ui/head";
import { LatePart } from "~/ui/late-part";
import { readBesideOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction<typeof loader> = (args) =>
  adminMeta(args, args.data ? `${args.data.member.firstname} ${args.data.member.lastname}` : "Member");

export async function loader(args: LoaderFunctionArgs) {
  const data = await memberPage(args);
  const read = () => newestEditionsOf(data.member.id);
  return { ...data, editions: await readBesideOr(args, "member's editions not read", read, undefined) };
}

export default function Member() {
  const data = useLoaderData<typeof loader>();
  const { siteTz: zone } = useRootData();
  const hasDialog = useHasDialog();
  return (
    <AdminPage overlay={hasDialog ? <Outlet /> : data.confirmingDelete && <DeleteMember data={data} />}>
      <MemberHead data={data} zone={zone}>
        <ChangeOutlet />
      </MemberHead>
      <div className="split">
        <div className="grid gap-8">
          <SubscriptionSection data={data} zone={zone} />
          <NotesSection data={data} zone={zone} />
          <PaymentsSection data={data} zone={zone} />
          <GiftsSection data={data} zone={zone} />
          <MailsSection data={data} zone={zone} />
          {data.editions ? (
            <MemberEditions editions={data.editions} zone={zone} />
          ) : (
            <LatePart what="The newsletters" />
          )}
          <DevicesSection data={data} zone={zone} />
          <ReferralsSection data={data} zone={zone} />
        </div>
        <aside className="grid gap-8 content-start">
          <ProfileSection data={data} zone={zone} />
          {data.labels ? (
            <MemberLabels labels={data.labels} suggested={data.suggestedLabels} to={data.actions.labels} />
          ) : (
            <LatePart what="The labels" />
          )}
          <SignInSection data={data} zone={zone} />
          {data.changes?.length !== 0 && (
            <Section title="Last changes" flush>
              {data.changes ? (
                <ChangeList entries={data.changes.map(ownChangeEntry)} zone={zone} />
              ) : (
                <LatePart />
              )}
            </Section>
          )}
        </aside>
      </div>
    </AdminPage>
  );
}
