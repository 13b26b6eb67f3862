import type { ReactNode } from "react";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { KEEP } from "~/features/accounts/deletion.rules";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { deletionDay, GRACE_DAYS } from "../deletion.rules";
import { STATUS_BADGES } from "../status.badges";
import type { MemberPageData } from "./member-page.server";

const nameOf = ({ member }: MemberPageData) => `${member.firstname} ${member.lastname}`;

type MemberHeadProps = {
  data: MemberPageData;
  zone: string;
  /** The error of the last change. */
  children?: ReactNode;
};

/** The member's name, the link back to the list, and important notices. */
export function MemberHead({ data, zone, children }: MemberHeadProps) {
  const { member, membership, photo, links: places } = data;
  const status = STATUS_BADGES[member.status];
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Manage Users", to: places.list }, { label: nameOf(data) }]}
        title={
          <span className="inline-flex items-center gap-3">
            <Avatar name={nameOf(data)} picture={photo?.src} />
            {nameOf(data)}
          </span>
        }
        meta={
          <span className="inline-flex flex-wrap items-center gap-2">
            {member.email}
            <Badge tone={status.tone}>{status.text}</Badge>
            <Badge tone={membership.tier === "Basic" ? "plain" : "members"}>{membership.tier}</Badge>
          </span>
        }
        action={
          <div className="actions">
            {data.mayView && member.status === "active" && (
              <form method="post" action={data.actions.view}>
                <Button busyText="Opening...">See as {member.firstname}</Button>
              </form>
            )}
            <LinkButton to={places.edit}>Edit member</LinkButton>
          </div>
        }
      />
      {children}
      {member.deletionRequestedAt && (
        <DeletionNotice data={data} at={member.deletionRequestedAt} zone={zone} />
      )}
    </>
  );
}

function DeletionNotice({ data, at, zone }: { data: MemberPageData; at: Date; zone: string }) {
  return (
    <Note tone="warn" title="This account will be deleted">
      <p>
        The account will be deleted on <Time at={deletionDay(at)} style="date" zone={zone} />. To keep it, the
        member can sign in before then and press “{KEEP}”.
      </p>
      {data.mayDelete && (
        <form method="post" action={data.actions.cancellation} className="mt-3">
          <Button size="sm" busyText="Keeping...">
            Keep the account
          </Button>
        </form>
      )}
    </Note>
  );
}

/** The confirmation before staff request an account's deletion. */
export function DeleteMember({ data }: { data: MemberPageData }) {
  return (
    <ConfirmDialog
      question={deleteQuestion("member")}
      action={data.actions.deletion}
      cancelTo={data.links.page}
      busyText="Deleting..."
    >
      <p>
        {nameOf(data)} will be signed out everywhere and will get an email about how to keep the account.
        After {GRACE_DAYS} days we delete the account. We keep the payment records, without the name. Use this
        only if the member asked for it.
      </p>
    </ConfirmDialog>
  );
}
