import { em } from "db/orm.server";
import { sweep } from "db/sweep.server";
import { findRow } from "~/admin-kit/find.server";
import { mayPublish } from "~/admin-kit/publication-guard.server";
import type { ManagedRecord, Resource } from "~/admin-kit/resource.server";
import { saveSubmission } from "~/admin-kit/submit.server";
import { type Copy, dueCopies, noteProblem } from "~/admin-kit/working-copies/working-copies.queries.server";
import { copiedFrom, submissionOfCopy } from "~/admin-kit/working-copies/working-copy.server";
import { can } from "~/auth/permissions.server";
import { staffById } from "~/auth/staff-by-id.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { queueMail } from "~/features/mail/queue.server";
import { MANAGED } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { copyNotPublishedMail } from "./copy-mail";
import { NO_RECORD } from "./failed-copies.queries.server";

/** Publishes the working copies whose minute has come, each in its own transaction and in the name of the person who planned it. One that cannot be published stays, and that person gets the reason by email.
 * @throws the first unexpected error, after the other copies: the job is repeated then
 */
export async function publishDueCopies(): Promise<void> {
  const errors: unknown[] = [];
  for (const copy of await dueCopies()) await publishDue(copy).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function publishDue(copy: Copy): Promise<void> {
  const resource = MANAGED.find(({ path }) => path === copy.kind)?.resource;
  if (!resource) return;
  const staff = copy.plannerId === null ? undefined : await staffById(copy.plannerId);
  const reason = await publishPlanned(resource, copy, staff).catch((error) => reasonOf(resource, error));
  if (reason !== undefined) await tell(resource, copy, reason, staff);
}

type Copied = Resource<ManagedRecord>;

/** By the rights, rules and versions of this moment. @returns why not, if not */
async function publishPlanned(
  resource: Copied,
  copy: Copy,
  staff: StaffViewer | undefined,
): Promise<string | undefined> {
  if (!staff || !can(staff, resource.roles.write.permission) || !mayPublish(staff, resource))
    return `Who planned it may not change this ${resource.singular} any more.`;
  const row = await findRow(resource, copy.recordId);
  if (!row) return `The ${resource.singular} was deleted.`;
  await saveSubmission(resource, staff, submissionOfCopy(resource, row, copy), "update", {
    id: row.id,
    merges: true,
    opened: copy.opened,
    copied: copiedFrom(resource, copy),
  });
  return undefined;
}

/** A refusal in a sentence without the values, which may be for paying readers: it is also mailed.
 * @throws what is no refusal
 */
function reasonOf({ singular, form }: Copied, error: unknown): string {
  if (error instanceof Response && error.status < 500)
    return `The ${singular} was deleted, or may not be changed by the person who planned this.`;
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { conflict, fieldErrors } = error.details;
  const named = Object.keys(conflict?.by ?? fieldErrors ?? {});
  const labels = form.fields.filter(({ name }) => named.includes(name)).map(({ label }) => label);
  const [one] = Object.values(conflict?.by ?? {});
  if (conflict) return `${one?.name ?? "Somebody else"} also changed: ${labels.join(", ")}.`;
  return labels.length > 0 ? `The form refuses: ${labels.join(", ")}.` : error.message;
}

const tell = ({ singular }: Copied, copy: Copy, reason: string, staff: StaffViewer | undefined) =>
  em().transactional(async (manager) => {
    if (!(await noteProblem(copy, reason, manager)) || !staff) return;
    const { kind, recordId, version } = copy;
    const content = copyNotPublishedMail(config().siteName, { kind, recordId, singular, reason });
    const dedupeKey = `working-copy:${kind}:${recordId}:${version}:${copy.savedAt.getTime()}`;
    await queueMail(manager, { to: staff.email, content, dedupeKey });
  });

/** Deletes a batch of working copies whose records are neither there nor in the bin. @returns how many */
export const sweepCopies = sweep(
  "working-copies.sweep",
  "working_copies",
  `saved_at < now() - interval '30 days'
   and not exists (select from binned_records binned where binned.record_id = working_copies.record_id) and ${NO_RECORD}`,
);
