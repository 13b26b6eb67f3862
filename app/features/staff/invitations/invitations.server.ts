import { randomUUID } from "node:crypto";
import { Staff } from "db/entities/staff";
import { INVITED_ROLES, StaffInvitation } from "db/entities/staff-invitation";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { int, literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { logChange } from "~/admin-kit/change-log.server";
import { hashPassword } from "~/auth/password-hash.server";
import { tokenHash } from "~/auth/sessions.server";
import { deriveToken } from "~/auth/single-use-tokens.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { queueMail } from "~/features/mail/queue.server";
import { invitationMail } from "~/features/mail/staff-mails";
import { config } from "~/platform/config.server";
import { AppError, consumeLimit } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { emailTaken } from "../admins.server";
import type { Invitation } from "./invitations.rules";

/** The validity of a link. */
const HOURS = 72;

/** More open invitations than anybody has. */
const MOST_LISTED = 100;

export const INVITATION_INVALID = "This invitation has expired or was already used. Ask for a new one.";
const NOT_WAITING = "This invitation is no longer open.";

const OPEN = columns(
  StaffInvitation,
  "id",
  "fullname",
  "email",
  "role",
  "invitedByName",
  "createdAt",
  "expiresAt",
);
export type OpenInvitation = RowOf<typeof OPEN>;

const WAITING = statement("invitations.waiting", OPEN)`
  select ${OPEN} from staff_invitations where used_at is null and voided_at is null
   order by created_at desc, id limit ${MOST_LISTED}`;

/** Open invitations, including expired ones, newest first. */
export const openInvitations = (): Promise<OpenInvitation[]> => WAITING.all();

const TAKEN = statement("invitations.address-taken", columns(Staff, "id"))`
  select id from staff where email = ${text("email")}`;
const VOID_OLDER = command("invitations.void-older")`
  update staff_invitations set voided_at = now()
   where email = ${text("email")} and used_at is null and voided_at is null`;
const ADD = command("invitations.add")`
  insert into staff_invitations (id, fullname, email, role, token_hash, invited_by_id, invited_by_name, expires_at)
  values (${uuid("id")}, ${text("fullname")}, ${text("email")}, ${literal(INVITED_ROLES)("role")}, ${text("tokenHash")},
          ${uuid("by")}, ${text("byName")}, now() + make_interval(hours => ${int("hours")}))`;

/** Invites somebody by email and voids earlier links. @throws AppError 409 if they already have an account */
export const invite = (staff: StaffViewer, invitation: Invitation): Promise<void> =>
  em().transactional((manager) => sendInvitation(manager, staff, invitation, "invited"));

async function sendInvitation(
  manager: EntityManager,
  staff: StaffViewer,
  { fullname, email, role }: Invitation,
  action: string,
): Promise<void> {
  if (await TAKEN.first({ email }, manager)) throw emailTaken();
  await VOID_OLDER.run({ email }, manager);
  const id = randomUUID();
  const link = { tokenHash: tokenHash(deriveToken("staff-invitation", id)), hours: HOURS };
  const by = { by: staff.id, byName: staff.fullname };
  await ADD.run({ id, fullname, email, role, ...link, ...by }, manager);
  const content = invitationMail(config().siteName, { fullname, role, by: staff.fullname, hours: HOURS });
  await queueMail(manager, { to: email, content, dedupeKey: `invitation:${id}`, invitationId: id });
  logChange(manager, staff, { resource: "settings", recordId: id, recordTitle: fullname, action });
}

const VOID_ONE = statement("invitations.void-one", OPEN)`
  update staff_invitations set voided_at = now()
   where id = ${uuid("id")} and used_at is null and voided_at is null returning ${OPEN}`;

/** Sends a new link and voids the old one. @throws AppError 409 if the invitation is no longer open */
export const resendInvitation = (staff: StaffViewer, id: string): Promise<OpenInvitation> =>
  em().transactional(async (manager) => {
    const before = await voidInvitation(manager, id);
    await sendInvitation(manager, staff, before, "invited again");
    return before;
  });

/** Revokes an invitation. @throws AppError 409 if it is no longer open */
export const revokeInvitation = (staff: StaffViewer, id: string): Promise<OpenInvitation> =>
  em().transactional(async (manager) => {
    const before = await voidInvitation(manager, id);
    const about = { resource: "settings", recordId: id, recordTitle: before.fullname };
    logChange(manager, staff, { ...about, action: "took back the invitation of" });
    return before;
  });

async function voidInvitation(manager: EntityManager, id: string): Promise<OpenInvitation> {
  const before = await VOID_ONE.first({ id }, manager);
  if (!before) throw new AppError(409, NOT_WAITING);
  return before;
}

const FIND = statement("invitations.find", OPEN)`
  select ${OPEN} from staff_invitations
   where token_hash = ${text("tokenHash")} and used_at is null and voided_at is null and expires_at > now()`;

/** The invitation of a valid link. Reading it changes nothing. */
export const findInvitation = (token: string): Promise<OpenInvitation | undefined> =>
  FIND.first({ tokenHash: tokenHash(token) });

const USE = statement("invitations.use", OPEN)`
  update staff_invitations set used_at = now()
   where token_hash = ${text("tokenHash")} and used_at is null and voided_at is null and expires_at > now()
  returning ${OPEN}`;
const JOIN = statement("invitations.join", columns(Staff, "id"))`
  insert into staff (fullname, email, role, password_hash)
  values (${text("fullname")}, ${text("email")}, ${literal(INVITED_ROLES)("role")}, ${text("passwordHash")})
  on conflict (email) do nothing returning id`;

/** Creates the account of an invited person with their password. Simultaneous requests create one account.
 * @throws AppError 400 for an invalid link, 409 if the address has an account by now, 429
 */
export async function acceptInvitation(args: RequestArgs, token: string, password: string): Promise<void> {
  await consumeLimit({ "reset-network": args.context.ip });
  // Before hashing, so that invented links cost nothing.
  if (!(await findInvitation(token))) throw new AppError(400, INVITATION_INVALID);
  const passwordHash = await hashPassword(password);
  await em().transactional(async (manager) => {
    const used = await USE.first({ tokenHash: tokenHash(token) }, manager);
    if (!used) throw new AppError(400, INVITATION_INVALID);
    const { fullname, email, role } = used;
    const joined = await JOIN.first({ fullname, email, role, passwordHash }, manager);
    if (!joined) throw emailTaken();
    const self = { kind: "staff", id: joined.id, sessionId: "", fullname, email, role } as const;
    const about = { resource: "settings", recordId: joined.id, recordTitle: fullname };
    logChange(manager, self, { ...about, action: "accepted the invitation of" });
  });
}

/** Deletes a batch of invitations that expired three months ago. @returns how many */
export const sweepInvitations = sweep(
  "invitations.sweep",
  "staff_invitations",
  "expires_at < now() - interval '90 days'",
);
