import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ROW_OUTCOMES, type RowOutcome } from "db/entities/member-import";
import { csvFile } from "~/admin-kit/csv.server";
import { asTyped } from "~/admin-kit/csv-text";
import { rolesWith } from "~/auth/permissions.server";
import { requireRecentPassword, withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { catchAppError, fieldError, invalidFields } from "~/web/app-error.server";
import { formErrorReply } from "~/web/form-replies.server";
import { loadOr } from "~/web/optional-parts.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound, redirectVisit } from "~/web/replies.server";
import { throwBodyAway } from "~/web/streamed-upload.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import {
  cancelImport,
  decideImport,
  type FollowUp,
  followUpImport,
  startImport,
} from "./change-import.server";
import { chosenTargets, importPath, UNDECIDED } from "./import-columns.rules";
import { decisionsIn } from "./import-form.server";
import { countImported } from "./imported-members.server";
import {
  firstRows,
  importById,
  linesOfOutcome,
  listImports,
  type StoredImport,
} from "./imports.queries.server";
import { receiveImport } from "./receive-import.server";

/**
 * The permission to upload a file and to start writing. The decisions in between need only the edit
 * permission.
 */
const WRITE = "member-imports.write";
const EDIT = "members.write";

const mayImport = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith(WRITE));

/** Imports per page. */
const PAGE_SIZE = 20;

/**
 * The upload form and the list of imports. An import creates accounts with paid access, so the password is
 * required first.
 */
export async function importsScreen(args: LoaderFunctionArgs) {
  requireRecentPassword(args, await mayImport(args), WRITE);
  const page = requestedPageNumber(args.request);
  return { ...(await listImports(pageRange(page, PAGE_SIZE))), page, size: PAGE_SIZE };
}

/**
 * Receives a file. Without a recent password check, staff are redirected before any of the file is read,
 * because the file would otherwise have to be stored in the meantime.
 */
export async function importAction(args: LoaderFunctionArgs) {
  const staff = await mayImport(args);
  try {
    requireRecentPassword(args, staff, WRITE);
  } catch (thrown) {
    await throwBodyAway(args.request);
    throw thrown;
  }
  return catchAppError(
    args,
    "The file could not be uploaded",
    async () => redirect(importPath(await receiveImport(args.request, staff)), 303),
    (error) => formErrorReply(error, "Nothing was imported"),
  );
}

/** Rows per page. */
const SHOWN = 50;

async function storedImport(args: LoaderFunctionArgs): Promise<StoredImport> {
  const { id } = args.params;
  const stored = isUuid(id) ? await importById(id) : undefined;
  if (!stored) throw notFound("Import not found.");
  return stored;
}

/** One import in its present state. */
export async function importScreen(args: LoaderFunctionArgs) {
  await mayImport(args);
  const stored = await storedImport(args);
  const { id, state } = stored;
  const working = ["receiving", "reading", "comparing", "writing", "mailing", "undoing"].includes(state);
  const isWritten = state === "done" || state === "cancelled" || state === "undone";
  const asksColumns = state === "matching" || state === "compared";
  const screen = {
    stored,
    working,
    samples: asksColumns ? await firstRows(id, 3) : [],
    imported: isWritten
      ? await loadOr(args, "members of an import not counted", countImported(id), undefined)
      : undefined,
    rows: state === "compared" || state === "done" ? await loadRows(args, stored) : undefined,
  };
  // The browser refreshes the page without a script.
  return data(screen, working ? { headers: { Refresh: "2" } } : {});
}

export type ImportScreenData = Awaited<ReturnType<typeof importScreen>>["data"];

async function loadRows({ request }: LoaderFunctionArgs, { id, state, undecided }: StoredImport) {
  const { searchParams } = new URL(request.url);
  const requested = ROW_OUTCOMES.find((outcome) => outcome === searchParams.get("show"));
  const outcome: RowOutcome =
    state === "done" ? "refused" : (requested ?? (undecided > 0 ? "undecided" : "refused"));
  const after = Math.min(Math.max(0, Math.floor(Number(searchParams.get("after")) || 0)), 2_000_000_000);
  const found = await linesOfOutcome({ id, outcome, after, limit: SHOWN + 1 });
  const lines = found.slice(0, SHOWN).map(({ line, email, cells, reason }) => ({
    line,
    reason,
    email: email ?? "",
    text: cells.filter((cell) => cell !== "").join(" · "),
  }));
  const next = found.length > SHOWN ? lines.at(-1)?.line : undefined;
  return { outcome, lines, next, isFirst: after === 0 };
}

/** Saves the decisions about the file and restarts the comparison. */
export async function decideByForm(sent: LoaderFunctionArgs) {
  const args = await withRecentPassword(sent, await mayImport(sent), EDIT);
  const stored = await storedImport(args);
  const { values } = await readSubmission(args.request);
  return catchAppError(
    args,
    "The import could not be changed",
    async () => {
      const targets = targetsIn(values, stored);
      await decideImport(stored.id, targets, decisionsIn(values));
      return redirect(importPath(stored.id), 303);
    },
    (error) => formErrorReply(error, "Nothing was changed", values),
  );
}

/** @throws AppError 422 if no column has the address */
function targetsIn(values: Record<string, unknown>, { names, targets }: StoredImport): string[] {
  const chosen = names.map((_, nth) => values[`column-${nth}`] ?? targets[nth]);
  const columns = chosen.map((one, nth) => (one === "" && targets[nth] === UNDECIDED ? UNDECIDED : one));
  const found = chosenTargets(columns.map((one) => (typeof one === "string" ? one : "")));
  if (found.includes(UNDECIDED)) refuseUndecided(found);
  if (found.includes("email")) return found;
  const message = "No column is set to Email: choose the one with the email addresses";
  throw fieldError(422, "column-0", message);
}

/** @throws AppError 422 at each undecided column */
function refuseUndecided(targets: readonly string[]): never {
  const fields = targets.flatMap((target, nth) => (target === UNDECIDED ? [`column-${nth}`] : []));
  const fieldErrors = Object.fromEntries(
    fields.map((field) => [field, "Choose a field for this column, or “Do not import”"]),
  );
  throw invalidFields(fieldErrors);
}

/** A GET of a change's address redirects to the import's page. */
export async function importChangeLoader(args: LoaderFunctionArgs) {
  await mayImport(args);
  return redirectVisit(args, importPath((await storedImport(args)).id));
}

/** Starts writing a compared import. */
export async function runByForm(args: LoaderFunctionArgs) {
  const staff = await mayImport(args);
  const confirmed = await withRecentPassword(args, staff, WRITE);
  const { id } = await storedImport(confirmed);
  const { seenAt } = (await readSubmission(confirmed.request)).values;
  return withErrorOnPage(confirmed, id, async () => {
    const seen = new Date(typeof seenAt === "string" ? seenAt : Number.NaN);
    await startImport(id, staff, Number.isNaN(seen.getTime()) ? new Date(0) : seen);
    return redirect(importPath(id), 303);
  });
}

/** Cancels the import. */
export async function cancelByForm(sent: LoaderFunctionArgs) {
  const staff = await mayImport(sent);
  const args = await withRecentPassword(sent, staff, EDIT);
  const { id } = await storedImport(args);
  return withErrorOnPage(args, id, async () => {
    const written = await cancelImport(id, staff);
    const text = written > 0 ? "The import was stopped. Imported members stay." : "The import was cancelled.";
    return redirectWithToast(importPath(id), { tone: "good", text });
  });
}

/** The confirmation before an import is undone, with its effect. */
export async function undoQuestion(args: LoaderFunctionArgs) {
  requireRecentPassword(args, await mayImport(args), WRITE);
  const { id, fileName } = await storedImport(args);
  return { id, fileName, imported: await countImported(id) };
}

/** Emails an import's new members, or undoes the import. */
const followUpByForm = (state: FollowUp) => async (sent: LoaderFunctionArgs) => {
  const staff = await mayImport(sent);
  const args = await withRecentPassword(sent, staff, WRITE);
  const { id } = await storedImport(args);
  return withErrorOnPage(args, id, async () => {
    await followUpImport(id, staff, state);
    return redirect(importPath(id), 303);
  });
};

export const undoByForm = followUpByForm("undoing");
export const mailByForm = followUpByForm("mailing");

/** Shows the error on the import's page in its present state. */
const withErrorOnPage = (args: LoaderFunctionArgs, id: string, run: () => Promise<Response>) =>
  catchAppError(args, "Nothing was changed. Please try again in a moment.", run, (error) =>
    redirectWithToast(importPath(id), { tone: "bad", text: error.message }),
  );

/** Rows per query for the file. */
const AT_ONCE = 1_000;

/** The refused rows as a file to correct and upload again: the original columns, and each row's problem. */
export async function refusedFile(args: LoaderFunctionArgs): Promise<Response> {
  requireRecentPassword(args, await requireStaff(args, rolesWith("members.export")), "members.export");
  const { id, names } = await storedImport(args);
  return csvFile("refused-members", refusedLines(id, names));
}

async function* refusedLines(id: string, names: readonly string[]): AsyncGenerator<readonly string[]> {
  yield [...names, "Line", "Refused because"];
  for (let after = 0; ; ) {
    const lines = await linesOfOutcome({ id, outcome: "refused", after, limit: AT_ONCE });
    for (const { line, cells, reason } of lines)
      yield [...names.map((_, nth) => asTyped(cells[nth] ?? "")), String(line), reason ?? ""];
    if (lines.length < AT_ONCE) return;
    after = lines.at(-1)?.line ?? after;
  }
}
