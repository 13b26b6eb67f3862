import type { EntityManager } from "db/orm.server";
import { type AccessEndChange, type Grant, grantTerms } from "~/access/access-end.server";
import { logChanges } from "~/admin-kit/change-log.server";
import { columnKey, type PasteTarget } from "~/admin-kit/paste/columns";
import type { PasteSource } from "~/admin-kit/paste/paste-source.server";
import { rolesWith } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { siteToday } from "~/platform/database-clock.server";
import { AppError } from "~/web/app-error.server";
import { labelRows } from "../labels/label-rows.server";
import { keysThatFollow } from "../labels/labels.queries.server";
import { labelsInCell } from "../labels/labels.rules";
import { requestMail } from "../mail-requests.server";
import { AddressTaken, addMembers, memberEntry, renameMembers } from "../many-members.server";
import { members } from "../members.resource.server";
import { EMAIL_TAKEN } from "../registration.server";
import { type KnownMember, membersByAddress } from "./member-table.queries.server";
import {
  compareMemberRows,
  type MemberRow,
  type RowMember,
  readMemberRows,
} from "./member-table.rules.server";

const target = (name: string, label: string, ...called: string[]): PasteTarget => ({
  name,
  label,
  spellings: [columnKey(label), columnKey(name), ...called],
});

const TARGETS: readonly PasteTarget[] = [
  target("email", "Email", "emailaddress", "mail", "address"),
  target("firstname", "First name", "forename", "givenname", "first"),
  target("lastname", "Last name", "surname", "familyname", "last"),
  target("tier", "Tier", "subscription", "membership", "plan", "package"),
  target("accessUntil", "Access until", "until", "expires", "ends", "lastday"),
  target("labels", "Labels", "label", "tags", "tag"),
];

/** The column that overrides the form's choice: whether a new member gets an email. */
const INVITED = "invited";

/** Pasted members: new ones have no password; existing ones change as in the member form. */
export const memberTable: PasteSource<MemberRow> = {
  key: members.path,
  roles: rolesWith("members.write"),
  permission: "members.write",
  title: "Paste members",
  plural: members.listing.plural,
  list: { label: members.listing.title, to: `/admin/${members.path}` },
  targets: TARGETS,
  figures: new Set(),
  required: [{ oneOf: ["email"], purpose: "the member" }],
  hint: "The email identifies the member. Enter the last day of access in the form 2026-07-16, or leave it empty to keep the current one. Labels are added, separated by commas. New members are active immediately and have no password until they set one.",
  assumed: {
    label: "Emails to new members",
    blank: "None: they request a link themselves",
    options: [{ value: INVITED, label: "A link to set a password" }],
  },
  failed: "Failed to save the members",
  compare: async (_, pasted, within) => {
    const rows = readMemberRows(pasted);
    const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
    const known = await membersByAddress(emails, within);
    const names = rows.flatMap(({ texts }) => labelsInCell(texts.labels ?? "").labels);
    const following = await keysThatFollow(names, within);
    return compareMemberRows(rows, { known, following, today: await siteToday() });
  },
  write: async (manager, staff, rows, { assumed }) => {
    const added = rows.flatMap(({ before, member }) => (member && !before ? [member] : []));
    const changed = rows.flatMap(({ before, member }) => (member && before ? [{ before, member }] : []));
    await writeAdded(manager, staff, added);
    await writeChanged(manager, staff, changed);
    if (assumed === INVITED)
      for (const { email } of added) await requestMail({ about: "reset", email }, manager);
  },
  tables: ["members"],
};

const nameOf = ({ firstname, lastname }: Pick<RowMember, "firstname" | "lastname">) =>
  `${firstname} ${lastname}`;

async function writeAdded(
  manager: EntityManager,
  staff: StaffViewer,
  added: readonly RowMember[],
): Promise<void> {
  const ids = await addMembers(manager, added).catch((error: unknown) => {
    if (!(error instanceof AddressTaken)) throw error;
    throw new AppError(409, `Nothing was saved: ${EMAIL_TAKEN.toLowerCase()}`);
  });
  const withMemberId = ({ email, ...member }: RowMember) => ({ ...member, memberId: ids.get(email) ?? "" });
  const paid = added.map(withMemberId).filter(({ tier }) => tier !== "Basic");
  const ends = await grantTerms(
    manager,
    paid.map(({ memberId, tier, lastDay = null }) => ({ memberId, tier, lastDay })),
  );
  await label(manager, added.map(withMemberId));
  await logChanges(manager, staff, [
    ...added.map(withMemberId).map((member) => memberEntry("added", member.memberId, nameOf(member))),
    ...paid.map(({ memberId, tier, ...member }) =>
      memberEntry("switched", memberId, nameOf(member), {
        from: "Basic",
        to: tier,
        ...withEnd(["subscription"], member.lastDay ? ends.get(memberId) : undefined),
      }),
    ),
  ]);
}

/** @throws AppError 409 if a label cannot be given */
async function label(
  manager: EntityManager,
  rows: readonly { memberId: string; labels: readonly string[] }[],
): Promise<void> {
  const { lost } = await labelRows(
    manager,
    rows.map(({ memberId, labels }, line) => ({ line, memberId, names: labels })),
  );
  if (lost.length > 0)
    throw new AppError(
      409,
      "Nothing was saved: some labels follow a segment, or the site or a member has too many labels.",
    );
}

type Changed = { before: KnownMember; member: RowMember };

const NAMES = ["firstname", "lastname"] as const;

async function writeChanged(
  manager: EntityManager,
  staff: StaffViewer,
  changed: readonly Changed[],
): Promise<void> {
  if (changed.length === 0) return;
  await renameMembers(
    manager,
    changed.map(({ before: { id }, member }) => ({
      id,
      firstname: member.firstname,
      lastname: member.lastname,
    })),
  );
  const grants = changed.flatMap(({ before, member: { lastDay } }): Grant[] =>
    lastDay === undefined || lastDay === before.day
      ? []
      : [{ memberId: before.id, tier: before.tier, lastDay }],
  );
  const ends = await grantTerms(manager, grants);
  await label(
    manager,
    changed.map(({ before: { id }, member: { labels } }) => ({ memberId: id, labels })),
  );
  await logChanges(
    manager,
    staff,
    changed.map(({ before, member }) => {
      const names = NAMES.filter((name) => member[name] !== before[name]);
      return {
        ...memberEntry(
          "edited",
          before.id,
          nameOf(member),
          withEnd([...names, ...(member.labels.length > 0 ? ["labels"] : [])], ends.get(before.id)),
        ),
        recordVersion: before.version + 1,
        differences: Object.fromEntries(
          names.map((name) => [name, { from: before[name], to: member[name] }]),
        ),
      };
    }),
  );
}

const withEnd = (fields: string[], until: AccessEndChange | undefined) =>
  until ? { fields: [...fields, "subscriptionExpiresAt"], until } : { fields };
