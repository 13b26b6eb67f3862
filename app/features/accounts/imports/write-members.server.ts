import type { MemberBefore } from "db/entities/member-import";
import type { EntityManager } from "db/orm.server";
import { array, uuid } from "db/sql";
import { command } from "db/statement.server";
import { grantUntil } from "~/access/access-end.server";
import { type ChangeEntry, type LogAuthor, logChanges } from "~/admin-kit/change-log.server";
import { formatCount } from "~/ui/format";
import { labelRows } from "../labels/label-rows.server";
import { requestMail } from "../mail-requests.server";
import { addMembers, memberEntry, renameMembers } from "../many-members.server";
import { addNotes } from "../member-notes.server";
import type { ClassifiedRow, KnownPerson, RowChange, Term } from "./classify-row.rules.server";
import { IMPORTS_KIND } from "./import-columns.rules";
import type { LeasedImport } from "./import-lease.server";
import { type RowVerdict, saveVerdicts } from "./import-rows.server";
import { recordImported } from "./imported-members.server";
import { namesOfNew, type RowPerson } from "./read-row.rules.server";

type Addition = { line: number; person: RowPerson; term: Term };
type Change = { line: number; known: KnownPerson; change: RowChange };

/** A row with the values to write. */
export type WrittenRow = RowVerdict & Pick<ClassifiedRow, "addition" | "change"> & { known?: KnownPerson };

export const importAuthor = ({ staff, staffName }: Pick<LeasedImport, "staff" | "staffName">): LogAuthor => ({
  kind: "staff",
  id: staff,
  fullname: staffName,
  origin: "import",
});

const LABELS_LOST =
  "Saved without some labels: the site or the member has too many, or they follow a segment";

/** Writes the valid rows of a slice and the outcome of each row. @throws AddressTaken */
export async function writeRows(
  manager: EntityManager,
  leased: LeasedImport,
  rows: readonly WrittenRow[],
): Promise<void> {
  const added = await writeAdditions(
    manager,
    leased,
    rows.flatMap(({ line, addition }) => (addition ? [{ line, ...addition }] : [])),
  );
  const changed = await writeChanges(
    manager,
    leased,
    rows.flatMap(({ line, change, known }) => (change && known ? [{ line, change, known }] : [])),
  );
  // The hourly tasks delete the rows: deleted now, they would slow down the search for later rows of the same
  // address.
  const lost = new Set([...added, ...changed]);
  await saveVerdicts(
    manager,
    leased.id,
    rows.map((row) =>
      lost.has(row.line) ? { ...row, reason: [row.reason, LABELS_LOST].filter(Boolean).join(". ") } : row,
    ),
  );
}

/**
 * New members have no password and count as verified: staff answer for their addresses, as for a typed one.
 */
async function writeAdditions(
  manager: EntityManager,
  leased: LeasedImport,
  additions: readonly Addition[],
): Promise<number[]> {
  if (additions.length === 0) return [];
  const ids = await addMembers(
    manager,
    additions.map(({ person }) => ({ ...person, ...namesOfNew(person) })),
  );
  const added = additions.map(({ line, person, term }) => ({
    line,
    person,
    term,
    id: ids.get(person.email) ?? "",
  }));
  const paid = added.filter(({ term }) => term.tier !== "Basic");
  await grantUntil(
    manager,
    paid.map(({ id, term }) => ({ memberId: id, ...term })),
  );
  const notes = await addNotes(
    manager,
    importAuthor(leased),
    added.flatMap(({ id, person }) => person.notes.map((words) => ({ memberId: id, words }))),
  );
  const { given, lost } = await labelRows(
    manager,
    added.map(({ line, id, person }) => ({ line, memberId: id, names: person.labels })),
  );
  const titleOf = (person: RowPerson) => Object.values(namesOfNew(person)).join(" ");
  await logChanges(manager, importAuthor(leased), [
    ...added.map(({ id, person }) => memberEntry("added", id, titleOf(person))),
    ...paid.map(({ id, person, term }) =>
      memberEntry("switched", id, titleOf(person), {
        from: "Basic",
        to: term.tier,
        ...changedEnd(null, term),
      }),
    ),
  ]);
  const { mailNew } = leased.decisions;
  if (mailNew) await mailAdded(manager, additions);
  await recordImported(
    manager,
    leased.id,
    added.map(({ line, person, id }) => ({
      line,
      memberId: id,
      noteIds: notes.get(id) ?? [],
      labelIds: given.get(id),
      isMailed: mailNew && wantsMail(person),
    })),
  );
  return lost;
}

/** Members who opted out get no email, nor do members who may not sign in. */
const wantsMail = ({ remindByMail, status }: RowPerson) => remindByMail !== false && status === "active";

async function mailAdded(manager: EntityManager, additions: readonly Addition[]): Promise<void> {
  for (const { person } of additions)
    if (wantsMail(person)) await requestMail({ about: "import", email: person.email }, manager);
}

const STOP_REMINDING = command("member-imports.stop-reminding")`
  update members set remind_by_mail = false where id = any(${array(uuid)("ids")}::uuid[])`;

async function writeChanges(
  manager: EntityManager,
  leased: LeasedImport,
  changes: readonly Change[],
): Promise<number[]> {
  if (changes.length === 0) return [];
  await renameMembers(
    manager,
    changes.map(({ known, change }) => ({ id: known.id, ...namesAfter(known, change) })),
  );
  await grantUntil(
    manager,
    changes.flatMap(({ known, change: { term } }) => (term ? [{ memberId: known.id, ...term }] : [])),
    leased.id,
  );
  const silent = changes.filter(({ change }) => change.remindByMail === false);
  if (silent.length > 0) await STOP_REMINDING.run({ ids: silent.map(({ known }) => known.id) }, manager);
  const notes = await addNotes(
    manager,
    importAuthor(leased),
    changes.flatMap(({ known, change }) => change.notes.map((words) => ({ memberId: known.id, words }))),
  );
  const { given, lost } = await labelRows(
    manager,
    changes.map(({ line, known, change }) => ({ line, memberId: known.id, names: change.labels ?? [] })),
  );
  await logChanges(manager, importAuthor(leased), changes.flatMap(logEntries));
  const imported = changes.map(({ line, known, change }) => ({
    line,
    memberId: known.id,
    noteIds: notes.get(known.id) ?? [],
    isMailed: false,
    before: {
      ...formerValues(known, change),
      ...(given.has(known.id) ? { labels: given.get(known.id) } : {}),
    },
  }));
  await recordImported(manager, leased.id, imported);
  return lost;
}

const formerValues = (
  { firstname, lastname, remindByMail, tier, until }: KnownPerson,
  { term }: RowChange,
): MemberBefore => ({
  firstname,
  lastname,
  remindByMail,
  ...(term ? { term: { tier, until: until?.toISOString() ?? null } } : {}),
});

const namesAfter = ({ firstname, lastname }: KnownPerson, change: RowChange) => ({
  firstname: change.firstname ?? firstname,
  lastname: change.lastname ?? lastname,
});

/** The change log's entries for an existing member, as the member form and the tier switch write them. */
function logEntries({ known, change }: Change): ChangeEntry[] {
  const { firstname, lastname } = namesAfter(known, change);
  const title = `${firstname} ${lastname}`;
  const names = (["firstname", "lastname"] as const).filter((name) => change[name] !== undefined);
  const { term } = change;
  const switches = term && term.tier !== known.tier;
  const fields = [
    ...names,
    ...(change.remindByMail === false ? ["remindByMail"] : []),
    ...(change.notes.length > 0 ? ["notes"] : []),
    ...(change.labels ? ["labels"] : []),
    ...(term && !switches ? ["subscriptionExpiresAt"] : []),
  ];
  const differences = {
    ...Object.fromEntries(names.map((name) => [name, { from: known[name], to: change[name] ?? "" }])),
    ...(change.remindByMail === false ? { remindByMail: { from: "yes", to: "no" } } : {}),
  };
  const until = { from: known.until?.toISOString() ?? null, to: term?.until?.toISOString() ?? null };
  const edited: ChangeEntry = {
    ...memberEntry("edited", known.id, title, { fields, ...(term && !switches ? { until } : {}) }),
    differences,
  };
  const switched = switches
    ? [
        memberEntry("switched", known.id, title, {
          from: known.tier,
          to: term.tier,
          ...changedEnd(known.until, term),
        }),
      ]
    : [];
  return [...(fields.length > 0 ? [edited] : []), ...switched].map((entry) => ({
    ...entry,
    recordVersion: known.version + 1,
  }));
}

const changedEnd = (from: Date | null, { until }: Term) => ({
  fields: ["subscription", "subscriptionExpiresAt"],
  until: { from: from?.toISOString() ?? null, to: until?.toISOString() ?? null },
});

/** The log entry of an undone import. @param left how many members were skipped because they had changed */
export const recordUndone = (
  manager: EntityManager,
  leased: LeasedImport,
  { undone, left }: { undone: number; left: number },
): Promise<void> =>
  logChanges(manager, importAuthor(leased), [
    {
      action: "undid",
      resource: IMPORTS_KIND,
      recordId: leased.id,
      recordTitle: `${leased.fileName} (${formatCount(undone)} undone, ${formatCount(left)} kept)`,
    },
  ]);

type Counts = { added: number; changed: number; refused: number };

/** The log entry of a finished import. */
export const recordEnd = (manager: EntityManager, leased: LeasedImport, counts: Counts): Promise<void> =>
  logChanges(manager, importAuthor(leased), [
    {
      action: "imported",
      resource: IMPORTS_KIND,
      recordId: leased.id,
      recordTitle: titleOf(leased.fileName, counts),
    },
  ]);

const titleOf = (fileName: string, { added, changed, refused }: Counts) =>
  `${fileName} (${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(refused)} refused)`;
