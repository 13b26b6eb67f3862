import { AccessList } from "~/access/access-list";
import { FriendTable } from "~/access/friend-table";
import { REFUSAL_TEXTS } from "~/access/reward-refusal-texts";
import { DeviceTable } from "~/auth/device-table";
import { GivenGifts } from "~/features/billing/gifts/given-gifts";
import { PaymentTable } from "~/features/billing/payments/payment-table";
import { MailTable } from "~/features/mail/mail-table";
import { REASON_WORDS, SUPPRESSED_PATH } from "~/features/newsletters/suppressed.rules";
import { Button, LinkButton } from "~/ui/button";
import { daysLeft } from "~/ui/dates";
import { Facts } from "~/ui/facts";
import { Select } from "~/ui/field";
import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { LatePart } from "~/ui/late-part";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import type { MemberPageData } from "./member-page.server";

type SectionProps = { data: MemberPageData; zone: string };

const TIERS = ["Basic", "Premium", "Private"];

/** The tier, its end, and the form that switches it. */
export function SubscriptionSection({ data, zone }: SectionProps) {
  const { membership, facts, actions: to, member, trial } = data;
  const access = { label: "Access", value: <CurrentTier membership={membership} zone={zone} /> };
  const tried = trial && { label: "Free trial", value: <TrialOfMember trial={trial} zone={zone} /> };
  return (
    <Section title="Subscription" flush>
      <Facts items={tried ? [access, tried] : [access]} />
      <form method="post" action={to.subscription} className="mt-4 flex flex-wrap items-end gap-3">
        <input type="hidden" name="version" value={facts.version} />
        <Select name="subscription" label="Switch to" options={TIERS} defaultValue={member.subscription} />
        <Button busyText="Switching...">Switch</Button>
      </form>
      <p className="meta mt-2">
        A tier set by staff has no end date. If the member’s access has an end date, we ask you to confirm
        before we remove it.
      </p>
      <p className="mt-4">
        <LinkButton to={data.links.complimentary}>Give temporary access</LinkButton>
      </p>
      <AccessList periods={data.periods} zone={zone} />
    </Section>
  );
}

function TrialOfMember({ trial, zone }: { trial: NonNullable<MemberPageData["trial"]>; zone: string }) {
  const { packageName, days, accessFrom, accessUntil } = trial;
  return (
    <>
      {packageName}, {pluralize(days, "day")}: <Time at={accessFrom} style="short-date" zone={zone} /> to{" "}
      <Time at={accessUntil} style="short-date" zone={zone} />
    </>
  );
}

function CurrentTier({ membership, zone }: Pick<MemberPageData, "membership"> & { zone: string }) {
  const { tier, until, now, lapsed, isTrial } = membership;
  if (lapsed) {
    return (
      <>
        {isTrial && "Free trial of "}
        {lapsed.tier} ended <Time at={lapsed.until} style="short-date" zone={zone} />
      </>
    );
  }
  if (tier === "Basic") return "Free, no end date";
  if (!until) return "No end date";
  return (
    <>
      {isTrial ? "Free trial until " : "Until "}
      <Time at={until} style="short-date" zone={zone} />, {pluralize(daysLeft(now, until), "day")} left
    </>
  );
}

/** The member's payments, for superadmins. */
export function PaymentsSection({ data, zone }: SectionProps) {
  if (!data.payments) return null;
  return (
    <Section title="Payments" aside={pluralize(data.payments.length, "payment")} flush>
      {data.payments.length > 0 ? (
        <PaymentTable payments={data.payments} zone={zone} as="staff" />
      ) : (
        <p className="meta">No payments found.</p>
      )}
    </Section>
  );
}

/** Gifts the member gave or claimed; hidden if there are none. */
export function GiftsSection({ data: { gifts }, zone }: SectionProps) {
  const { given, claimed } = gifts;
  if (given.length + claimed.length === 0) return null;
  return (
    <Section title="Gifts" aside={`${given.length} given, ${claimed.length} claimed`} flush>
      {given.length > 0 && <GivenGifts label="Gifts given" gifts={given} zone={zone} />}
      {claimed.map(({ id, senderName, packageName, days, claimedAt, state }) => (
        <p key={id} className="text-sm mt-3">
          Claimed {packageName}, {pluralize(days, "day")}, from {senderName} on{" "}
          {claimedAt && <Time at={claimedAt} style="short-date" zone={zone} />}
          {state === "taken back" && ": cancelled by a refund"}.
        </p>
      ))}
    </Section>
  );
}

/** Emails sent to any of the member's addresses, each with a resend button. */
export function MailsSection({ data: { mails, member, suppression, actions: to }, zone }: SectionProps) {
  const log = `/admin/mails?${new URLSearchParams({ q: member.email })}`;
  return (
    <Section title="Emails" more={{ label: "All emails", to: log }} flush>
      {suppression && (
        <Note tone="warn" title={`Suppressed: ${REASON_WORDS[suppression.reason].toLowerCase()}`}>
          <p>
            <span className="wrap-anywhere">{suppression.evidence}</span>{" "}
            <a href={`${SUPPRESSED_PATH}?${new URLSearchParams({ q: member.email })}`}>See the address</a>
          </p>
        </Note>
      )}
      {!mails ? (
        <LatePart />
      ) : mails.length > 0 ? (
        <MailTable mails={mails} zone={zone} againTo={to.mails} />
      ) : (
        <p className="meta">No emails found.</p>
      )}
    </Section>
  );
}

/** The member's sessions. */
export function DevicesSection({ data: { devices, actions: to }, zone }: SectionProps) {
  return (
    <Section title="Devices" aside={pluralize(devices.length, "device")} flush>
      {devices.length > 0 ? (
        <>
          <DeviceTable devices={devices} zone={zone} action={to.devices} />
          <form method="post" action={to.devices} className="actions mt-4">
            <Button busyText="Signing out...">Sign out everywhere</Button>
          </form>
        </>
      ) : (
        <p className="meta">Not signed in on any device.</p>
      )}
    </Section>
  );
}

/** Staff notes about the member, who never sees them. */
export function NotesSection({ data: { notes, links }, zone }: SectionProps) {
  return (
    <Section title="Notes" more={{ label: "Add a note", to: links.note }} flush>
      {notes.length === 0 && <p className="meta">No notes yet. Only staff can read them.</p>}
      <ul className="grid gap-4">
        {notes.map(({ id, staffName, text, createdAt, removal }) => (
          <li key={id}>
            <p className="whitespace-pre-line break-words">{text}</p>
            <p className="meta mt-1">
              <bdi>{staffName}</bdi>, <Time at={createdAt} style="short-datetime" zone={zone} />
              {". "}
              <a href={removal}>
                Delete
                <span className="sr">
                  {" "}
                  the note by <bdi>{staffName}</bdi>
                </span>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function ReferralsSection({ data: { referrals, facts }, zone }: SectionProps) {
  const { friends, joined, daysEarned } = referrals;
  return (
    <Section
      title="Referrals"
      aside={`${pluralize(joined, "friend")}, ${pluralize(daysEarned, "day")} earned`}
      flush
    >
      {facts.inviterId && (
        <p className="mb-4 text-sm">
          Invited by <a href={`/admin/manage-users/${facts.inviterId}`}>{facts.inviterName}</a>.
          {facts.refusal && ` Reward refused: ${REFUSAL_TEXTS[facts.refusal]}.`}
        </p>
      )}
      {friends.length > 0 ? (
        <FriendTable friends={friends} zone={zone} reasons />
      ) : (
        <p className="meta">No friends have joined yet.</p>
      )}
    </Section>
  );
}

/** The member's profile. */
export function ProfileSection({ data, zone }: SectionProps) {
  const { member, facts, formerly, membership } = data;
  return (
    <Section title="Profile" flush>
      <Facts
        items={[
          { label: "No.", value: String(member.serialNumber) },
          { label: "Registered by", value: member.registeredByAdmin ? "Staff" : "Self" },
          { label: "Created", value: <Time at={member.createdAt} style="short-date" zone={zone} /> },
          {
            label: "Email verified",
            value: facts.emailVerifiedAt ? (
              <Time at={facts.emailVerifiedAt} style="short-date" zone={zone} />
            ) : (
              "Not yet"
            ),
          },
          { label: "Reminders", value: membership.remindByMail ? "By email" : "None" },
          { label: "Referral code", value: facts.referralCode },
          ...(formerly.length > 0
            ? [{ label: "Previous emails", value: formerly.map(({ email }) => email).join(", ") }]
            : []),
        ]}
      />
    </Section>
  );
}

/** Whether the member can sign in, and the staff actions for it. */
export function SignInSection({ data, zone }: SectionProps) {
  const { member, facts, actions: to, deletable, links: places } = data;
  const inactive = member.status === "inactive";
  return (
    <Section title="Sign-in" flush>
      <Facts
        items={[
          {
            label: "Last seen",
            value: facts.lastSeenAt ? <Time at={facts.lastSeenAt} style="day-time" zone={zone} /> : "–",
          },
        ]}
      />
      <div className="actions mt-4">
        {member.status === "pending" ? (
          <form method="post" action={to.verification}>
            <Button busyText="Sending...">Send the verification email</Button>
          </form>
        ) : (
          <form method="post" action={to.passwordLink}>
            <Button busyText="Sending...">Email a password link</Button>
          </form>
        )}
        <form method="post" action={to.status}>
          <input type="hidden" name="version" value={facts.version} />
          <input type="hidden" name="status" value={inactive ? "active" : "inactive"} />
          <Button busyText="Saving...">{inactive ? "Set active" : "Set inactive"}</Button>
        </form>
        {deletable && (
          <LinkButton to={places.ask} variant="danger-quiet">
            Delete
          </LinkButton>
        )}
      </div>
      <p className="meta mt-3">
        {inactive
          ? "This member cannot sign in until you set them active."
          : "Makes the member inactive and signs them out everywhere."}
      </p>
    </Section>
  );
}
