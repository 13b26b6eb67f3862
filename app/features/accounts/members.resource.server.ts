import { type FilterQuery, sql } from "@mikro-orm/core";
import { MEMBER_STATUSES, Member, type MemberStatus, TIERS, type Tier } from "db/entities/member";
import { serializeMember } from "~/access/member-account.queries.server";
import type { Cell } from "~/admin-kit/cells";
import { createdColumn } from "~/admin-kit/columns.server";
import { text, toOptions } from "~/admin-kit/fields.server";
import { loadedPicture } from "~/admin-kit/form-screen.server";
import { choiceFilter, fieldFilters } from "~/admin-kit/list-filters.server";
import {
  derive,
  type Editable,
  type Exposed,
  rowsForPermission,
  type StoredList,
} from "~/admin-kit/resource.server";
import { containsText } from "~/admin-kit/search-words.server";
import { rolesFor } from "~/auth/permissions.server";
import { config } from "~/platform/config.server";
import { thumbnailPath } from "~/platform/pictures/picture";
import { formatTime } from "~/ui/dates";
import { isUuid } from "~/web/uuid";
import { managedMemberSchema } from "./member.schema.server";
import { SEGMENT_FILTERS } from "./segments/segment-filters.server";
import { STATUS_BADGES } from "./status.badges";

const BASE = "/admin/manage-users";

/** Days before its end from which a membership counts as ending soon. */
const SOON_DAYS = 7;

const day = (moment: Date) => formatTime(moment, "short-date", config().siteTz);

const TERM_PROPERTIES = ["subscription", "subscriptionExpiresAt", "tierNow", "onTrial"] as const;
const NAME_PROPERTIES = ["firstname", "lastname"] as const;

type TermFields = Pick<Member, (typeof TERM_PROPERTIES)[number]>;
type NameFields = Pick<Member, (typeof NAME_PROPERTIES)[number]>;

/** The membership's end, upcoming or past. */
function termText({
  subscription,
  subscriptionExpiresAt: until,
  tierNow,
  onTrial,
}: TermFields): string | undefined {
  if (subscription === "Basic") return undefined;
  if (!until) return "no end date";
  return tierNow === "Basic"
    ? `${subscription} ended ${day(until)}`
    : `${onTrial ? "trial until" : "until"} ${day(until)}`;
}

/** Of the list that the property holds. */
const labelNames = (labels?: string | null): string[] => (labels ? (JSON.parse(labels) as string[]) : []);

const nameOf = ({ firstname, lastname }: NameFields) => `${firstname} ${lastname}`;

function tierCell(member: TermFields & NameFields & Pick<Member, "id" | "version">, search: string): Cell {
  return {
    kind: "switch",
    name: "subscription",
    text: member.tierNow,
    options: TIERS,
    label: `subscription of ${nameOf(member)}`,
    to: `${BASE}/subscriptions/${member.id}${search}`,
    version: member.version,
    sub: termText(member),
  };
}

/** Members with a current tier, or with an ending membership, by the database's clock. */
function tierCondition(option: string): FilterQuery<Member> {
  const paid = { subscription: { $ne: "Basic" as const } };
  const soon = sql`now() + make_interval(days => ${SOON_DAYS})`;
  if (option === "ending") return { ...paid, subscriptionExpiresAt: { $gt: sql`now()`, $lte: soon } };
  if (option === "ended") return { ...paid, subscriptionExpiresAt: { $lte: sql`now()` } };
  // Written this way so that an index serves; no index holds `tierNow`.
  if (option === "Basic")
    return { $or: [{ subscription: "Basic" }, { subscriptionExpiresAt: { $lte: sql`now()` } }] };
  const runs = [{ subscriptionExpiresAt: null }, { subscriptionExpiresAt: { $gt: sql`now()` } }];
  return { subscription: option as Tier, $or: runs };
}

/**
 * Members, as staff manage them. Adding, switching and other changes are outside the kit; deletion is
 * requested on the member's own page.
 */
export const members: StoredList<Member> & Editable<Member> & Exposed<Member> = {
  entity: Member,
  path: "manage-users",
  singular: "member",
  noun: "members",
  roles: rolesFor("members"),
  titleOf: derive(NAME_PROPERTIES, (member) => nameOf(member)),
  missing: "Member not found.",
  loadFailed: "Failed to fetch members",
  visibleTo: (viewer) => ({
    where: rowsForPermission("members.read", viewer),
    select: [
      ...([
        "id",
        "serialNumber",
        "firstname",
        "lastname",
        "email",
        "emailText",
        "tierNow",
        "onTrial",
      ] as const),
      ...(["subscription", "subscriptionExpiresAt", "status", "registeredByAdmin", "profileImage"] as const),
      ...([
        "deletionRequestedAt",
        "remindByMail",
        "notes",
        "labels",
        "createdAt",
        "updatedAt",
        "version",
      ] as const),
    ],
  }),
  listing: {
    title: "Manage Users",
    plural: "members",
    columns: [
      {
        label: "No.",
        sort: "serialNumber",
        cell: derive(["serialNumber"], ({ serialNumber }) => ({
          kind: "number",
          text: String(serialNumber),
        })),
      },
      {
        label: "Photo",
        picture: true,
        cell: derive(["profileImage", ...NAME_PROPERTIES], (member) => {
          const photo = loadedPicture(member.profileImage);
          return { kind: "portrait", name: nameOf(member), src: photo && thumbnailPath(photo) };
        }),
      },
      {
        label: "Name",
        subLabel: "Email",
        cell: derive(["email", ...NAME_PROPERTIES], (member) => ({
          kind: "title",
          text: nameOf(member),
          sub: member.email,
        })),
      },
      {
        label: "Subscription",
        subLabel: "Term",
        cell: derive([...TERM_PROPERTIES, ...NAME_PROPERTIES], (member, search) => tierCell(member, search)),
      },
      {
        label: "Status",
        cell: derive(["status"], ({ status }) => ({
          kind: "badge",
          ...STATUS_BADGES[status as MemberStatus],
        })),
      },
      {
        label: "Registered by",
        subLabel: "Labels",
        cell: derive(["registeredByAdmin", "labels"], ({ registeredByAdmin, labels }) => ({
          kind: "text",
          text: registeredByAdmin ? "Staff" : "Self",
          sub: labelNames(labels).join(", ") || undefined,
        })),
      },
      createdColumn(),
    ],
    search: {
      label: "Search name or email",
      // The parts of a full name are in two columns.
      where: (words) => ({
        $and: words
          .split(/\s+/)
          .map((word) => containsText({ entity: Member }, ["firstname", "lastname", "emailText"], word)),
      }),
    },
    filters: [
      {
        name: "tier",
        label: "Membership",
        where: tierCondition,
        options: [
          ...toOptions(TIERS),
          { value: "ending", label: `Ends within ${SOON_DAYS} days` },
          { value: "ended", label: "Has ended" },
        ],
      },
      {
        name: "status",
        label: "Status",
        options: MEMBER_STATUSES.map((value) => ({ value, label: STATUS_BADGES[value].text })),
        where: (status) => ({ status: status as Member["status"] }),
      },
      {
        name: "import",
        label: "From one import",
        options: [],
        byLink: true,
        accepts: isUuid,
        where: (id) => ({
          id: sql`any(select member_id from imported_members where member_import_id = ${id}::uuid)`,
        }),
      },
      ...SEGMENT_FILTERS,
    ],
    detailPath: derive([], ({ id }, search) => `${BASE}/${id}${search}`),
    empty: "No data found.",
  },
  form: {
    fields: [
      text("firstname", { label: "First name", maxLength: 100, half: true }),
      text("lastname", { label: "Last name", maxLength: 100, half: true }),
    ],
    add: { title: "Add New User", done: "Member added successfully", failed: "Failed to register user" },
    update: { title: "Edit member", done: "Member updated successfully", failed: "Failed to update member" },
  },
  api: {
    schema: managedMemberSchema,
    filters: [
      ...fieldFilters({ entity: Member, fields: [text("email", { label: "Email", maxLength: 254 })] }, [
        "email",
      ]),
      choiceFilter({ name: "status" }, MEMBER_STATUSES, (status) => ({ status })),
      choiceFilter({ name: "subscription", property: "tierNow" }, TIERS, tierCondition),
    ],
    serialize: (row) => ({
      ...serializeMember({
        ...row,
        subscription: row.tierNow,
        photo: loadedPicture(row.profileImage) ?? null,
        deletionRequestedAt: row.deletionRequestedAt ?? null,
      }),
      subscriptionExpiresAt: row.subscriptionExpiresAt?.toISOString() ?? null,
      version: row.version,
    }),
  },
};
