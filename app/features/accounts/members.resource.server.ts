import { type FilterQuery, sql } from "@mikro-orm/core";
import { MEMBER_STATUSES, Member, type MemberStatus, TIERS, type Tier } from "db/entities/member";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { asOptions, text } from "~/admin-kit/fields.server";
import { contains } from "~/admin-kit/find.server";
import { pictureIn } from "~/admin-kit/form-screen.server";
import { besides } from "~/admin-kit/list-state";
import { type Resource, rowsFor, shown } from "~/admin-kit/resource.server";
import { DESK } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { smallPath } from "~/platform/images/picture";
import { formatTime } from "~/ui/dates";
import { memberWire } from "./member.queries.server";
import { managedMemberForm } from "./member.schema.server";
import { STATUS_WORDS } from "./status.rules";

const BASE = "/admin/manage-users";

/** Days before the end of a membership at which staff may want to know of it. */
const SOON_DAYS = 7;

const day = (moment: Date) => formatTime(moment, "short-date", config().siteTz);

const TERM = ["subscription", "subscriptionExpiresAt", "tierNow"] as const;
const NAME = ["firstname", "lastname"] as const;

type Termed = Pick<Member, (typeof TERM)[number]>;
type Named = Pick<Member, (typeof NAME)[number]>;

/** Until when, or since when no more. */
function termOf({ subscription, subscriptionExpiresAt: until, tierNow }: Termed): string | undefined {
  if (subscription === "Basic") return undefined;
  if (!until) return "no end date";
  return tierNow === "Basic" ? `${subscription} ended ${day(until)}` : `until ${day(until)}`;
}

const nameOf = ({ firstname, lastname }: Named) => `${firstname} ${lastname}`;

function tierCell(member: Termed & Named & Pick<Member, "id" | "version">, search: string): Cell {
  return {
    kind: "switch",
    name: "subscription",
    text: member.tierNow,
    options: TIERS,
    label: `subscription of ${nameOf(member)}`,
    to: BASE + besides(search, "subscription", member.id),
    version: member.version,
    sub: termOf(member),
  };
}

/** Members on a tier that counts now, or whose membership ends, by the database's clock. */
function holding(choice: string): FilterQuery<Member> {
  const paid = { subscription: { $ne: "Basic" as const } };
  const soon = sql`now() + make_interval(days => ${SOON_DAYS})`;
  if (choice === "ending") return { ...paid, subscriptionExpiresAt: { $gt: sql`now()`, $lte: soon } };
  if (choice === "ended") return { ...paid, subscriptionExpiresAt: { $lte: sql`now()` } };
  if (choice === "Basic") return { tierNow: "Basic" };
  // Said so that the index on tiers serves: few members pay.
  const runs = [{ subscriptionExpiresAt: null }, { subscriptionExpiresAt: { $gt: sql`now()` } }];
  return { subscription: choice as Tier, $or: runs };
}

/** Members, as staff manage them. Adding, switching and the rest have ways of their own beside the kit. */
export const members: Resource<Member> = {
  entity: Member,
  path: "manage-users",
  names: {
    one: "member",
    many: "members",
    title: "Manage Users",
    add: "Add New User",
    edit: "Edit member",
  },
  roles: { read: DESK, write: DESK, remove: [] },
  fields: [
    text("firstname", { label: "First name", maxLength: 100, half: true }),
    text("lastname", { label: "Last name", maxLength: 100, half: true }),
  ],
  columns: [
    {
      label: "No.",
      sort: "serialNumber",
      cell: shown(["serialNumber"], ({ serialNumber }) => ({ kind: "number", text: String(serialNumber) })),
    },
    {
      label: "Photo",
      picture: true,
      cell: shown(["profileImage", ...NAME], (member) => {
        const photo = pictureIn(member.profileImage);
        return { kind: "portrait", name: nameOf(member), src: photo && smallPath(photo) };
      }),
    },
    {
      label: "Name",
      under: "Email",
      cell: shown(["email", ...NAME], (member) => ({
        kind: "title",
        text: nameOf(member),
        sub: member.email,
      })),
    },
    {
      label: "Subscription",
      under: "Term",
      cell: shown([...TERM, ...NAME], (member, search) => tierCell(member, search)),
    },
    {
      label: "Status",
      cell: shown(["status"], ({ status }) => ({ kind: "badge", ...STATUS_WORDS[status as MemberStatus] })),
    },
    {
      label: "Registered by",
      cell: shown(["registeredByAdmin"], ({ registeredByAdmin }) => ({
        kind: "text",
        text: registeredByAdmin ? "Staff" : "Self",
      })),
    },
    createdColumn(),
  ],
  search: {
    label: "Search name or email",
    // Somebody who types a whole name finds its parts in two columns.
    where: (words) => ({
      $and: words.split(/\s+/).map((word) => contains<Member>(["firstname", "lastname", "emailText"], word)),
    }),
  },
  filters: [
    {
      name: "tier",
      label: "Membership",
      where: holding,
      options: [
        ...asOptions(TIERS),
        { value: "ending", label: `Ends within ${SOON_DAYS} days` },
        { value: "ended", label: "Has ended" },
      ],
    },
    {
      name: "status",
      label: "Status",
      options: MEMBER_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].text })),
      where: (status) => ({ status: status as Member["status"] }),
    },
  ],
  opens: shown([], ({ id }, search) => `${BASE}/${id}${search}`),
  titleOf: shown(NAME, (member) => nameOf(member)),
  describe: nameOf,
  texts: {
    empty: "No data found.",
    missing: "Member not found.",
    failed: {
      load: "Failed to fetch members",
      add: "Failed to register user",
      update: "Failed to update member",
      remove: "Failed to delete member",
    },
    done: { add: "Member added successfully", update: "Member updated successfully", remove: "" },
  },
  record: managedMemberForm,
  visibleTo: (viewer) => ({
    where: rowsFor(DESK, viewer),
    select: [
      ...(["id", "serialNumber", "firstname", "lastname", "email", "emailText", "tierNow"] as const),
      ...(["subscription", "subscriptionExpiresAt", "status", "registeredByAdmin", "profileImage"] as const),
      ...(["deletionRequestedAt", "createdAt", "updatedAt", "version"] as const),
    ],
    wire: (row) => ({
      ...memberWire({
        ...row,
        subscription: row.tierNow,
        image: pictureIn(row.profileImage) ?? null,
        deletionRequestedAt: row.deletionRequestedAt ?? null,
      }),
      subscriptionExpiresAt: row.subscriptionExpiresAt?.toISOString() ?? null,
      version: row.version,
    }),
  }),
};
