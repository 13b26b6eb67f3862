import { Change } from "db/entities/change";
import { KnownDevice } from "db/entities/known-device";
import { MemberLabel } from "db/entities/label";
import { Mail } from "db/entities/mail";
import { ImportedMember, type MemberBefore, MemberImportRow } from "db/entities/member-import";
import { MemberNote } from "db/entities/member-note";
import { Passkey } from "db/entities/passkey";
import { Session } from "db/entities/session";
import { columnAs, columns } from "db/entity-columns.server";
import { array, json, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { erasePerson } from "~/admin-kit/change-log.server";
import { signOutEverywhere } from "~/auth/devices.server";
import { deleteDevices } from "~/auth/known-devices.server";
import { deletePasskeys } from "~/auth/passkeys/passkeys.server";
import { forgetMails } from "~/features/mail/forget-mails.server";
import { deleteJobs } from "~/platform/jobs/queue.server";
import { MAIL_REQUEST_QUEUE } from "~/platform/jobs/queue-names";
import { declareData, OF_MEMBER, ofAddress } from "./declare-held-data.server";

const DELETE_NOTES = command("deletion.notes")`delete from member_notes where ${OF_MEMBER}`;
const DELETE_LABELS = command("deletion.labels")`delete from member_labels where ${OF_MEMBER}`;
const DELETE_LISTED = command("deletion.batch-members")`delete from batch_members where ${OF_MEMBER}`;
const LABEL_NAME = text.from`(select l.name from labels l where l.id = label_id)`;
/** Uses the index of each import; without the first condition all rows would be read. */
const IMPORTED = sql`member_import_id in (select id from member_imports) and email = any(${array(text)("addresses")})`;
const DELETE_IMPORTED = command("deletion.imported-rows")`delete from member_import_rows where ${IMPORTED}`;
/**
 * Rows of unprocessed files, where any cell may be an address. There are few such rows, and each lasts a
 * week.
 */
const DELETE_UNREAD = command("deletion.unread-rows")`
  delete from member_import_rows r using member_imports i
   where i.id = r.member_import_id and i.state in ('receiving', 'matching', 'reading') and r.email is null
     and exists (select 1 from jsonb_array_elements_text(r.cells) as cell
                  where lower(btrim(cell)) = any(${array(text)("addresses")}))`;

const DELETE_IMPORTS = command("deletion.imported-members")`delete from imported_members where ${OF_MEMBER}`;

/** The name of a deleted member in the change log. */
const GONE = "Deleted member";

/** Columns of the queue's own tables; `data` has the requested address. */
const JOB_COLUMNS = [
  "id name priority state policy retry_limit retry_count retry_delay retry_backoff start_after started_on",
  "singleton_key singleton_on expire_in created_on completed_on keep_until dead_letter",
].join(" ");

const OF_JOB = sql`(${ofAddress("data ->> 'email'")} or data ->> 'memberId' = ${uuid("memberId")}::uuid::text)`;

/** Traces of using the site, and what staff write about a member. */
export const TRACES_DATA = [
  declareData({
    table: "sessions",
    topic: "sessions",
    rows: OF_MEMBER,
    exported: {
      as: "sessions",
      order: "created_at",
      row: {
        ...columns(Session, "via", "userAgent", "ip", "createdAt", "lastSeenAt", "visitedBeforeAt"),
        ...columns(Session, "passwordConfirmedAt", "expiresAt"),
      },
      // Sessions of staff who view the site as the member are not the member's.
      also: sql`seen_by_id is null`,
    },
    hidden: { technical: "id kind member_id", secret: "token_hash", "somebody else": "staff_id seen_by_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId: id }) => signOutEverywhere({ kind: "member", id }, manager),
  }),
  declareData({
    table: "member_labels",
    topic: "support",
    rows: OF_MEMBER,
    exported: {
      as: "labels",
      order: "created_at",
      row: { label: LABEL_NAME, ...columns(MemberLabel, "createdAt") },
    },
    hidden: { technical: "member_id label_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_LABELS.run({ memberId }, manager),
  }),
  declareData({
    table: "batch_members",
    topic: "support",
    rows: OF_MEMBER,
    hidden: { technical: "batch_id member_id member_version outcome created_at" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_LISTED.run({ memberId }, manager),
  }),
  declareData({
    table: "known_devices",
    topic: "devices",
    rows: OF_MEMBER,
    exported: {
      as: "devices",
      order: "created_at",
      row: columns(KnownDevice, "createdAt", "lastSeenAt"),
    },
    hidden: { technical: "id member_id is_browser", secret: "device_hash", "somebody else": "staff_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => deleteDevices(manager, memberId),
  }),
  declareData({
    table: "passkeys",
    topic: "account",
    rows: OF_MEMBER,
    exported: {
      as: "passkeys",
      order: "created_at, id",
      row: columns(Passkey, "name", "createdAt", "lastUsedAt"),
    },
    hidden: {
      technical: "id member_id counter challenged_at",
      secret: "credential_id public_key",
      "somebody else": "staff_id",
    },
    afterDeletion: "nothing",
    forget: (manager, { memberId: id }) => deletePasskeys(manager, { kind: "member", id }),
  }),
  declareData({
    table: "mails",
    topic: "emails",
    rows: sql`(${ofAddress("to_address")} or named_member_id = ${uuid("memberId")})`,
    exported: {
      as: "mails",
      order: "created_at",
      row: {
        sentTo: columnAs("mails", Mail, "to"),
        ...columns(Mail, "subject", "template", "state", "createdAt", "updatedAt", "sentAt"),
      },
      // An email that only names the member belongs to another person.
      also: ofAddress("to_address"),
    },
    hidden: {
      technical: "id version cause attempts last_error gift_id",
      sent: "html text sender_name sender_address",
      "somebody else": "named_member_id staff_invitation_id",
      secret: "single_use_token_id gift_link_id",
    },
    afterDeletion: "nothing",
    forget: (manager, { memberId, addresses }) => forgetMails(manager, { memberId, addresses }),
  }),
  declareData({
    table: "jobs.job",
    topic: "emails",
    rows: OF_JOB,
    hidden: { technical: JOB_COLUMNS, "short-lived": "data output" },
    afterDeletion: "nothing",
    forget: (manager, leaving) => deleteJobs(MAIL_REQUEST_QUEUE, leaving, manager),
  }),
  declareData({
    table: "jobs.archive",
    topic: "emails",
    rows: OF_JOB,
    hidden: { technical: `${JOB_COLUMNS} archived_on`, "short-lived": "data output" },
    afterDeletion: "nothing",
  }),
  declareData({
    table: "member_notes",
    topic: "support",
    rows: OF_MEMBER,
    exported: { as: "notes", order: "created_at, id", row: columns(MemberNote, "text", "createdAt") },
    hidden: { technical: "id member_id", "somebody else": "staff_id staff_name" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_NOTES.run({ memberId }, manager),
  }),
  declareData({
    table: "changes",
    topic: "support",
    rows: sql`resource = 'manage-users' and record_id = ${uuid("memberId")}::uuid::text`,
    exported: {
      as: "changes",
      order: "created_at",
      row: {
        ...columns(Change, "action", "origin", "createdAt"),
        calledThen: columnAs("changes", Change, "recordTitle"),
        detail: json<unknown>().orNull.from`detail`,
        differences: json<unknown>().orNull.from`differences`,
      },
    },
    hidden: { technical: "id resource record_id record_version", "somebody else": "staff_id staff_name" },
    afterDeletion: "kept: log of staff",
    forget: (manager, { memberId: recordId }) =>
      erasePerson(manager, { resource: "manage-users", recordId, title: GONE }),
  }),
  declareData({
    table: "member_import_rows",
    topic: "imports",
    rows: IMPORTED,
    exported: {
      as: "importedLines",
      order: "line",
      row: { cells: json<string[]>().from`cells`, ...columns(MemberImportRow, "email", "outcome", "reason") },
    },
    hidden: { technical: "member_import_id line" },
    afterDeletion: "nothing",
    forget: async (manager, { addresses }) => {
      await DELETE_IMPORTED.run({ addresses }, manager);
      await DELETE_UNREAD.run({ addresses }, manager);
    },
  }),
  declareData({
    table: "imported_members",
    topic: "imports",
    rows: OF_MEMBER,
    exported: {
      as: "imports",
      order: "member_import_id",
      row: { before: json<MemberBefore>().orNull.from`before`, ...columns(ImportedMember, "mailedAt") },
    },
    hidden: { technical: "member_import_id line member_id member_version note_ids label_ids" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_IMPORTS.run({ memberId }, manager),
  }),
  declareData({
    table: "rate_limits",
    topic: "limits",
    // A hash cannot be traced to a person.
    rows: sql`false`,
    hidden: { secret: "key", technical: "points expire" },
    afterDeletion: "kept: expires",
  }),
];
