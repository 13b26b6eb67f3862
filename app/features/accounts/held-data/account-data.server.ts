import { FormerAddress } from "db/entities/former-address";
import { Image } from "db/entities/image";
import { Intent } from "db/entities/intent";
import { Member } from "db/entities/member";
import { PendingPicture } from "db/entities/pending-picture";
import { Registration } from "db/entities/registration";
import { SingleUseToken } from "db/entities/single-use-token";
import { columns } from "db/entity-columns.server";
import { sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { deleteIntents } from "~/auth/intents/intents.server";
import { deleteTokens } from "~/auth/single-use-tokens.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { discardAllPendingPictures } from "~/web/pending-pictures.server";
import { deleteRegistrations, newReferralCode } from "../registration.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE_FORMER = command("deletion.former-addresses")`
  delete from former_addresses where ${OF_MEMBER}`;
const DELETE_PHOTO = command("deletion.photo")`delete from images where id = ${uuid.orNull("photo")}`;
const DELETE_MEMBER = command("deletion.member")`delete from members where id = ${uuid("memberId")}`;
/** Sets a new referral code, so that a link the member shared no longer leads to the row. */
const ANONYMIZE = command("deletion.anonymize")`
  update members set firstname = 'Deleted', lastname = 'member', email = 'deleted-' || id || '@invalid',
         password_hash = 'deleted, nobody signs in with this', status = 'inactive', profile_image_id = null,
         deletion_requested_at = null, referral_code = ${text("code")}, version = version + 1
   where id = ${uuid("memberId")}`;

/** Data of the account itself. */
export const ACCOUNT_DATA = [
  declareData({
    table: "former_addresses",
    topic: "account",
    rows: sql`${OF_MEMBER}`,
    exported: {
      as: "formerAddresses",
      order: "created_at",
      row: { email: text.from`email::text`, until: columns(FormerAddress, "createdAt").createdAt },
    },
    hidden: { technical: "id member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_FORMER.run({ memberId }, manager),
  }),
  declareData({
    table: "registrations",
    topic: "account",
    rows: OF_MEMBER,
    exported: {
      as: "registrations",
      order: "created_at",
      row: columns(Registration, "firstname", "lastname", "referralCode", "createdAt"),
    },
    hidden: { technical: "id member_id referrers_browser intent_id", secret: "password_hash browser_hash" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => deleteRegistrations(manager, memberId),
  }),
  declareData({
    table: "single_use_tokens",
    topic: "account",
    rows: OF_MEMBER,
    exported: {
      as: "links",
      order: "created_at",
      row: {
        ...columns(SingleUseToken, "purpose", "createdAt", "expiresAt", "usedAt", "voidedAt"),
        newEmail: text.orNull.from`new_email::text`,
      },
    },
    hidden: { technical: "id member_id", secret: "token_hash browser_hash" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => deleteTokens(manager, memberId),
  }),
  declareData({
    table: "intents",
    topic: "account",
    rows: OF_MEMBER,
    exported: {
      as: "intents",
      order: "created_at",
      row: columns(Intent, "createdAt", "expiresAt", "usedAt"),
    },
    hidden: { technical: "id member_id", secret: "sealed" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => deleteIntents(manager, memberId),
  }),
  declareData({
    table: "pending_pictures",
    topic: "account",
    rows: sql`owner_kind = 'member' and owner_id = ${uuid("memberId")}`,
    exported: {
      as: "picturesInForms",
      order: "created_at",
      row: columns(PendingPicture, "form", "width", "height", "byteSize", "createdAt"),
    },
    hidden: { technical: "id owner_kind owner_id widths origin_id" },
    afterDeletion: "nothing",
    discard: ({ memberId: id }) => discardAllPendingPictures({ kind: "member", id }),
  }),
  declareData({
    table: "images",
    topic: "account",
    rows: sql`id = (select profile_image_id from members where id = ${uuid("memberId")})`,
    exported: {
      as: "photo",
      order: "created_at",
      one: true,
      row: {
        path: text.from`'/uploads/' || id || '/' || (select max(width) from unnest(widths) as width) || '.webp'`,
        ...columns(Image, "width", "height", "byteSize", "createdAt"),
      },
    },
    hidden: { technical: "alt focus origin_id" },
    afterDeletion: "nothing",
    forget: (manager, { photo }) => DELETE_PHOTO.run({ photo }, manager),
    discard: async ({ photo }) => photo && discardPicture(photo),
  }),
];

/**
 * The member's own row: deleted last, because others refer to it. Members with payments stay without name and
 * address.
 */
export const MEMBER_DATA = declareData({
  table: "members",
  topic: "account",
  rows: sql`id = ${uuid("memberId")}`,
  exported: {
    as: "profile",
    order: "id",
    one: true,
    row: {
      ...columns(Member, "id", "serialNumber", "firstname", "lastname", "email", "subscription"),
      ...columns(Member, "subscriptionExpiresAt", "status", "registeredByAdmin", "referralCode"),
      ...columns(
        Member,
        "emailVerifiedAt",
        "deletionRequestedAt",
        "profileImage",
        "remindByMail",
        "getsMessages",
      ),
      ...columns(Member, "remindedEnd", "remindedDays", "createdAt", "updatedAt"),
    },
  },
  hidden: { secret: "password_hash", technical: "version" },
  afterDeletion: "kept: tax law",
  forget: (manager, { memberId, paid }) =>
    paid
      ? ANONYMIZE.run({ memberId, code: newReferralCode() }, manager)
      : DELETE_MEMBER.run({ memberId }, manager),
});
