import type { LoaderFunctionArgs } from "@remix-run/node";
import { memberById } from "~/access/member-account.queries.server";
import { periodsOf } from "~/access/periods.queries.server";
import { referralOverview } from "~/access/referrals.queries.server";
import { trialOf } from "~/access/trials/trials.queries.server";
import { devicesOf } from "~/auth/devices.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { loadMembership } from "~/features/accounts/membership.queries.server";
import { giftsClaimedBy, giftsGivenBy } from "~/features/billing/gifts/gifts.queries.server";
import { paymentsOf } from "~/features/billing/payments/member-payments.queries.server";
import { newestMailsTo } from "~/features/mail/log.queries.server";
import { suppressionOf } from "~/features/mail/suppressions.queries.server";
import { recordChanges } from "~/features/staff/changes/changes.queries.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";
import { listFormerAddresses } from "../address.server";
import { labelsOf, suggestedLabels } from "../labels/labels.queries.server";
import { listNotes } from "../member-notes.server";
import { members } from "../members.resource.server";
import { loadMemberFacts } from "./member-page.queries.server";
import { memberPaths } from "./member-paths.server";

const MISSING = members.missing;

/** No session id matches: staff are not signed in on the member's devices. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Claimed gifts; given gifts only for staff who may read payments. */
const loadGifts = async (id: string, seesPayments: boolean) => {
  const [given, claimed] = await Promise.all([seesPayments ? giftsGivenBy(id) : [], giftsClaimedBy(id)]);
  return { given, claimed };
};

/** Everything about one member. Only superadmins see amounts; other roles do not load them. */
export async function memberPage(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("members.read"));
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(MISSING);
  const seesPayments = can(viewer, "payments.read");
  const mayDelete = can(viewer, "members.delete");
  const [
    account,
    facts,
    membership,
    referrals,
    payments,
    changes,
    notes,
    formerly,
    devices,
    gifts,
    trial,
    periods,
  ] = await Promise.all([
    memberById(id),
    loadMemberFacts(id),
    loadMembership(id),
    referralOverview(id),
    seesPayments ? paymentsOf(id) : undefined,
    readBesideOr(args, "member's changes not read", () => recordChanges(members.path, id), undefined),
    listNotes(id),
    listFormerAddresses(id),
    devicesOf({ kind: "member", id, sessionId: NO_SESSION }),
    loadGifts(id, seesPayments),
    trialOf(id),
    periodsOf(id),
  ]);
  if (!account || !facts || !membership) throw notFound(MISSING);
  const { photo, ...member } = account;
  const addresses = [member.email, ...formerly.map(({ email }) => email)];
  const { part, list, page, edit, ask, note, noteRemoval, complimentary } = memberPaths(args.request, id);
  // The email about a deletion offers to keep the account, which requires signing in.
  const deletable = mayDelete && member.status === "active" && !member.deletionRequestedAt;
  return {
    member,
    facts,
    membership,
    referrals,
    payments,
    gifts,
    trial,
    periods,
    changes,
    mayDelete,
    devices,
    formerly,
    notes: notes.map((one) => ({ ...one, removal: noteRemoval(one.id) })),
    labels: await readBesideOr(args, "member's labels not read", () => labelsOf(id), undefined),
    suggestedLabels: await readBesideOr(args, "labels not suggested", suggestedLabels, []),
    mayView: can(viewer, "member-views.write"),
    links: { list, page, edit, ask, note, complimentary },
    photo: photo ? pictureAttributes(photo) : undefined,
    suppression: await suppressionOf(member.email),
    mails: await readBesideOr(args, "member's emails not read", () => newestMailsTo(addresses), undefined),
    deletable,
    confirmingDelete: deletable && new URL(args.request.url).searchParams.get("delete") === id,
    actions: {
      subscription: part("subscription"),
      status: part("status"),
      verification: part("verification"),
      deletion: part("deletion"),
      cancellation: part("deletion/cancellation"),
      devices: part("devices"),
      mails: part("mails"),
      labels: can(viewer, "members.write") ? part("labels") : undefined,
      passwordLink: part("password-link"),
      view: part("view"),
    },
  };
}

export type MemberPageData = Awaited<ReturnType<typeof memberPage>>;
