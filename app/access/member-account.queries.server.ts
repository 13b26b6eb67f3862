import { effectiveTierSql, onTrialSql } from "db/effective-tier";
import { Member, TIERS } from "db/entities/member";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, literal, raw, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { fullSizePath } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";

export type MemberAccount = {
  id: string;
  serialNumber: number;
  firstname: string;
  lastname: string;
  email: string;
  /** The tier after expiry is applied: an expired subscription is Basic here. */
  subscription: Tier;
  /** The access is a free trial. */
  onTrial: boolean;
  status: "active" | "inactive" | "pending";
  registeredByAdmin: boolean;
  createdAt: Date;
  photo: StoredPicture | null;
  deletionRequestedAt: Date | null;
};

/** The columns of `MemberAccount`, selected from `SOURCE`. */
const ACCOUNT = {
  ...columnsAs("m", Member, "id", "serialNumber", "firstname", "lastname", "email", "status"),
  ...columnsAs("m", Member, "registeredByAdmin", "createdAt", "deletionRequestedAt"),
  subscription: literal(TIERS).from`${raw(effectiveTierSql("m"))}`,
  onTrial: bool.from`${raw(onTrialSql("m"))}`,
  photo: OPTIONAL_PICTURE,
};

const SOURCE = sql`members m left join images i on i.id = m.profile_image_id`;

const BY_ID = statement(
  "members.by-id",
  ACCOUNT,
)`select ${ACCOUNT} from ${SOURCE} where m.id = ${uuid("id")}`;

/** @param within a transaction */
export const memberById = (id: string, within?: EntityManager): Promise<MemberAccount | undefined> =>
  BY_ID.first({ id }, within);

const SIGNING_IN = {
  ...ACCOUNT,
  /**
   * While an address is pending, the password of this browser's registration counts, otherwise the latest
   * one.
   */
  passwordHash: text.orNull.from`case when m.status = 'pending' then coalesce(
      (select r.password_hash from registrations r where r.member_id = m.id
        order by (r.browser_hash = ${text.orNull("browserHash")}::text) desc nulls last, r.created_at desc, r.id limit 1),
      m.password_hash)
    else m.password_hash end`,
};
const BY_EMAIL = statement("members.by-email", SIGNING_IN)`
  select ${SIGNING_IN} from ${SOURCE} where m.email = ${text("email")}`;

/** Only for signing in: includes the password hash, if there is one. */
export const memberByEmail = (
  email: string,
  browserHash: string | undefined,
): Promise<(MemberAccount & { passwordHash: string | null }) | undefined> =>
  BY_EMAIL.first({ browserHash: browserHash ?? null, email });

/** The member in the API's format; specification, section 3. */
export const serializeMember = (member: MemberAccount) => ({
  _id: member.id,
  id: member.id,
  serialNumber: member.serialNumber,
  firstname: member.firstname,
  lastname: member.lastname,
  email: member.email,
  role: "user",
  subscription: member.subscription,
  onTrial: member.onTrial,
  status: member.status,
  registeredByAdmin: member.registeredByAdmin,
  profileImage: member.photo ? fullSizePath(member.photo) : null,
  createdAt: member.createdAt.toISOString(),
});
