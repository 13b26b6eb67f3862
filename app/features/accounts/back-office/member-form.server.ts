import type { LoaderFunctionArgs } from "@remix-run/node";
import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { bool, type RowOf, text, uuid } from "db/sql";
import { command, readOrLock } from "db/statement.server";
import { ACCESS_DAY, type AccessDay, setAccessDay } from "~/access/access-end.server";
import { lastSave, logChange } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { fieldData } from "~/admin-kit/field-data.server";
import { choice, declare, optionalDay } from "~/admin-kit/fields.server";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { type FormNow, mergeSubmission } from "~/admin-kit/merge-changes.server";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { parseSubmission, versionOf } from "~/admin-kit/parse-submission.server";
import { withNotes } from "~/admin-kit/submit.server";
import { mailboxSchema, REMINDER_OPTIONS } from "~/auth/account.rules";
import { rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { normalizeEmail } from "~/web/email-address";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { readSubmission, type Submission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { changeAddress } from "../address.server";
import { members } from "../members.resource.server";
import { memberPaths } from "./member-paths.server";

const NAMES = ["firstname", "lastname"] as const;

const EMAIL = {
  ...declare(
    "email",
    { label: "Email" },
    {
      input: "email",
      required: true,
      maxLength: 254,
      format: { type: "text", maxLength: 254 },
    },
  ),
  hint: "We email both the old and the new address about the change.",
  schema: mailboxSchema,
};

const ACCESS_UNTIL = optionalDay("accessUntil", { label: "Access until" });

const REMIND = choice("remindByMail", {
  label: "Reminders before the membership ends",
  options: REMINDER_OPTIONS,
  initial: "yes",
});

/** A member with the form's fields; the day is in the site's time zone. */
const KNOWN = {
  ...columns(Member, "id", "firstname", "lastname", "email", "version", "remindByMail"),
  ...ACCESS_DAY,
};
type Known = RowOf<typeof KNOWN>;

const find = readOrLock("member-form", KNOWN)`
  select ${KNOWN} from members where id = ${uuid("memberId")}`;

/** @param within locks the row */
const loadMember = (memberId: string, within?: ReturnType<typeof em>): Promise<Known | undefined> =>
  find({ zone: config().siteTz, memberId }, within);

const loggedTexts = ({ firstname, lastname, email, remindByMail }: Omit<Known, "tier" | "day">) => ({
  firstname,
  lastname,
  email,
  remindByMail: remindByMail ? "yes" : "no",
});

/** What the fields of the form hold. */
const formValues = ({ tier, day, ...member }: Known): Record<string, string> => ({
  ...loggedTexts(member),
  ...(tier === "Basic" ? {} : { accessUntil: day ?? "" }),
});

function fieldsWithValues(member: Known) {
  const values = formValues(member);
  const hint = `The last day of ${member.tier}, ${config().siteTz} time. Leave empty for no end date.`;
  return {
    fields: [...members.form.fields, EMAIL, REMIND].map((field) =>
      fieldData(field, values[field.name] ?? ""),
    ),
    end: fieldData({ ...ACCESS_UNTIL, hint }, values.accessUntil ?? ""),
  };
}

/** The form over a member's page: name, address, and the end of a paid tier. */
export async function memberForm(args: LoaderFunctionArgs): Promise<FormScreenData> {
  const staff = await requireStaff(args, rolesWith("members.write"));
  const { id } = args.params;
  const member = isUuid(id) ? await loadMember(id) : undefined;
  if (!isUuid(id) || !member) throw notFound(members.missing);
  const { fields, end } = fieldsWithValues(member);
  return {
    heading: members.form.update.title,
    backTo: memberPaths(args.request, id).page,
    multipart: false,
    about: {
      title: `${member.firstname} ${member.lastname}`,
      saved: await lastSave(members.path, id),
    },
    openings: await formOpenings(args, members.path, id, staff),
    version: member.version,
    opened: JSON.stringify(formValues(member)),
    fields: member.tier === "Basic" ? fields : [...fields, end],
  };
}

type Edit = {
  names: Partial<Record<(typeof NAMES)[number], string>>;
  email?: string;
  day?: AccessDay;
  remindByMail?: boolean;
  version?: number;
};

/** @throws AppError 422 with the errors by field */
async function parseEdit(submission: Submission): Promise<Edit> {
  const { values, version } = await parseSubmission(
    { fields: [...members.form.fields, EMAIL, REMIND, ACCESS_UNTIL] },
    submission,
    "update",
  );
  const { accessUntil, email, remindByMail, ...names } = values;
  return {
    names,
    email: email as string | undefined,
    day: accessUntil as AccessDay | undefined,
    remindByMail: remindByMail === undefined ? undefined : remindByMail === "yes",
    version,
  };
}

/**
 * A change of address needs the staff password, because the owner of the mailbox can take over the account.
 * After the password step the row is read again, because it may have changed.
 * @returns the arguments to continue with
 */
async function confirmAddressChange(sent: LoaderFunctionArgs, staff: StaffViewer, id: string, before: Known) {
  const args = await withRecentPassword(sent, staff, "members.write");
  const merged = await mergeMember(await readSubmission(args.request.clone()), id, before).catch(
    ignoreConflict,
  );
  const typed = mailboxSchema.safeParse(merged?.submission.values.email);
  const isAnother = typed.success && typed.data !== normalizeEmail(before.email);
  return isAnother ? withRecentPassword(args, staff, "member-addresses.write") : args;
}

/** A merge conflict is reported on save, with or without a password. */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof AppError && error.status === 409)) throw error;
}

/** Saves the whole form in one transaction, and never over a newer version. */
export async function saveMember(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("members.write"));
  const { id } = args.params;
  const before = isUuid(id) ? await loadMember(id) : undefined;
  if (!isUuid(id) || !before) throw notFound(members.missing);
  return formReply(
    await confirmAddressChange(args, staff, id, before),
    members.form.update.failed,
    async (sent) => {
      const { submission, notes } = await mergeMember(sent, id, before);
      await save(staff, id, await parseEdit(submission));
      await closeForm(members.path, id, staff);
      const { page } = memberPaths(args.request, id);
      return redirectWithToast(page, { tone: "good", text: withNotes(members.form.update.done, notes) });
    },
  );
}

function currentForm(id: string, member: Known): FormNow {
  const { fields, end } = fieldsWithValues(member);
  return {
    record: { kinds: [members.path], id, version: member.version },
    // A changed tier asks for the day again: a day chosen for one tier does not apply to another.
    fields: [...fields, { ...end, loggedAs: ["subscriptionExpiresAt", "subscription"] }],
  };
}

/** Merges the form with newer saves. Once the membership is Basic the day is left out: Basic has no end. */
async function mergeMember(sent: Submission, id: string, member: Known) {
  const version = versionOf(sent);
  const isOlder = version !== undefined && version !== member.version;
  const isLeftOut = isOlder && member.tier === "Basic" && Boolean(sent.values.accessUntil);
  const { accessUntil: _, ...values } = sent.values;
  const submission = isLeftOut ? { ...sent, values } : sent;
  const merged = await mergeSubmission(submission, currentForm(id, member), CHANGED);
  return isLeftOut ? { ...merged, notes: { ...merged.notes, accessUntil: NO_DAY } } : merged;
}

const NO_DAY = "The membership is Basic now, so no last day was saved.";

const WRITE = command("member-form.write")`
  update members set firstname = ${text("firstname")}, lastname = ${text("lastname")},
         remind_by_mail = ${bool("remindByMail")}, version = version + 1
   where id = ${uuid("id")}`;

/** @throws AppError 409 with the newer values; 404 as a response */
function save(
  staff: StaffViewer,
  id: string,
  { names, email, day, remindByMail, version }: Edit,
): Promise<void> {
  return em().transactional(async (manager) => {
    const before = await loadMember(id, manager);
    if (!before) throw notFound(members.missing);
    if (version !== undefined && version !== before.version) throw conflictWith(before);
    const after = {
      ...before,
      ...names,
      email: email ?? before.email,
      remindByMail: remindByMail ?? before.remindByMail,
    };
    const until = day === undefined ? undefined : await setAccessDay(manager, id, before, day);
    const changed = ([...NAMES, "email"] as const).filter((name) => after[name] !== before[name]);
    if (changed.includes("email")) await changeAddress(manager, before, after.email);
    const fields: string[] = [...changed, ...(until ? ["subscriptionExpiresAt"] : [])];
    if (after.remindByMail !== before.remindByMail) fields.push("remindByMail");
    if (fields.length > 0) await WRITE.run({ ...after, id }, manager);
    logChange(manager, staff, {
      action: "edited",
      resource: members.path,
      recordId: id,
      recordTitle: `${after.firstname} ${after.lastname}`,
      recordVersion: fields.length > 0 ? before.version + 1 : undefined,
      detail: fields.length > 0 ? { fields, ...(until ? { until } : {}) } : null,
      differences: differencesBetween(loggedTexts(before), loggedTexts(after)),
    });
  });
}

const CHANGED = "Somebody else has changed this member’s details.";

const conflictWith = (saved: Known) =>
  new AppError(409, CHANGED, {
    conflict: { version: saved.version, values: formValues(saved) },
  });
