import type { MemberBefore } from "db/entities/member-import";
import type { EntityManager } from "db/orm.server";
import { array, uuid } from "db/sql";
import { command } from "db/statement.server";
import { grantUntil } from "~/access/access-end.server";
import { type ChangeEntry, type LogAuthor, logChanges } from "~/admin-kit/change-log.server";
import { formatCount } from "~/ui/format";
import { requestMail } from "../mail-requests.server";
import { addMembers, memberEntry, renameMembers } from "../many-members.server";
import { addNotes } from "../member-notes.server";
import type { ClassifiedRow, KnownPerson, RowChange, Term } from "./classify-row.rules.server";
import { IMPORTS_KIND } from "./import-files.rules";
import { judgeRows, type RowVerdict } from "./import-rows.server";
import type { Turn } from "./import-turns.server";
import { noteDownImported } from "./imported-members.server";
import { namesOfNew, type SaidPerson } from "./read-row.rules.server";

type Addition = { line: number; said: SaidPerson; term: Term };
type Change = { line: number; known: KnownPerson; change: RowChange };

/** Of a row: what is written. */
export type WrittenRow = RowVerdict & Pick<ClassifiedRow, "addition" | "change"> & { known?: KnownPerson };

export const authorOf = ({ staff, staffName }: Pick<Turn, "staff" | "staffName">): LogAuthor => ({
  kind: "staff",
  id: staff,
  fullname: staffName,
  origin: "import",
});

/** Writes what is right of a slice, and what became of each row. @throws AddressTaken */
export async function writeRows(
  manager: EntityManager,
  turn: Turn,
  rows: readonly WrittenRow[],
): Promise<void> {
  await writeAdditions(
    manager,
    turn,
    rows.flatMap(({ line, addition }) => (addition ? [{ line, ...addition }] : [])),
  );
  await writeChanges(
    manager,
    turn,
    rows.flatMap(({ line, change, known }) => (change && known ? [{ line, change, known }] : [])),
  );
  // They stay until the hour's tasks come: a row that went now would leave the next of its address to look through what is left of it.
  await judgeRows(manager, turn.id, rows);
}

/** New members have no password, and count as verified: staff answer for their addresses as they do for one they type. */
async function writeAdditions(
  manager: EntityManager,
  turn: Turn,
  additions: readonly Addition[],
): Promise<void> {
  if (additions.length === 0) return;
  const ids = await addMembers(
    manager,
    additions.map(({ said }) => ({ ...said, ...namesOfNew(said) })),
  );
  const added = additions.map(({ line, said, term }) => ({
    line,
    said,
    term,
    id: ids.get(said.email) ?? "",
  }));
  const paid = added.filter(({ term }) => term.tier !== "Basic");
  await grantUntil(
    manager,
    paid.map(({ id, term }) => ({ memberId: id, ...term })),
  );
  const notes = await addNotes(
    manager,
    authorOf(turn),
    added.flatMap(({ id, said }) => said.notes.map((words) => ({ memberId: id, words }))),
  );
  const titleOf = (said: SaidPerson) => Object.values(namesOfNew(said)).join(" ");
  await logChanges(manager, authorOf(turn), [
    ...added.map(({ id, said }) => memberEntry("added", id, titleOf(said))),
    ...paid.map(({ id, said, term }) =>
      memberEntry("switched", id, titleOf(said), { from: "Basic", to: term.tier, ...untilOf(null, term) }),
    ),
  ]);
  const { mailNew } = turn.decisions;
  if (mailNew) await mailAdded(manager, additions);
  await noteDownImported(
    manager,
    turn.id,
    added.map(({ line, said, id }) => ({
      line,
      memberId: id,
      noteIds: notes.get(id) ?? [],
      isMailed: mailNew && wantsMail(said),
    })),
  );
}

/** Who wants no mail gets none, and who may not sign in is not asked to. */
const wantsMail = ({ remindByMail, status }: SaidPerson) => remindByMail !== false && status === "active";

async function mailAdded(manager: EntityManager, additions: readonly Addition[]): Promise<void> {
  for (const { said } of additions)
    if (wantsMail(said)) await requestMail({ about: "import", email: said.email }, manager);
}

const STOP_REMINDING = command("member-imports.stop-reminding")`
  update members set remind_by_mail = false where id = any(${array(uuid)("ids")}::uuid[])`;

async function writeChanges(manager: EntityManager, turn: Turn, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await renameMembers(
    manager,
    changes.map(({ known, change }) => ({ id: known.id, ...namesAfter(known, change) })),
  );
  await grantUntil(
    manager,
    changes.flatMap(({ known, change: { term } }) => (term ? [{ memberId: known.id, ...term }] : [])),
    turn.id,
  );
  const silent = changes.filter(({ change }) => change.remindByMail === false);
  if (silent.length > 0) await STOP_REMINDING.run({ ids: silent.map(({ known }) => known.id) }, manager);
  const notes = await addNotes(
    manager,
    authorOf(turn),
    changes.flatMap(({ known, change }) => change.notes.map((words) => ({ memberId: known.id, words }))),
  );
  await logChanges(manager, authorOf(turn), changes.flatMap(linesOf));
  const imported = changes.map(({ line, known, change }) => ({
    line,
    memberId: known.id,
    noteIds: notes.get(known.id) ?? [],
    isMailed: false,
    before: beforeOf(known, change),
  }));
  await noteDownImported(manager, turn.id, imported);
}

const beforeOf = (
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

/** What the log says of somebody who was there: as their form and their tier's switch say it. */
function linesOf({ known, change }: Change): ChangeEntry[] {
  const { firstname, lastname } = namesAfter(known, change);
  const title = `${firstname} ${lastname}`;
  const names = (["firstname", "lastname"] as const).filter((name) => change[name] !== undefined);
  const { term } = change;
  const switches = term && term.tier !== known.tier;
  const fields = [
    ...names,
    ...(change.remindByMail === false ? ["remindByMail"] : []),
    ...(change.notes.length > 0 ? ["notes"] : []),
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
          ...untilOf(known.until, term),
        }),
      ]
    : [];
  return [...(fields.length > 0 ? [edited] : []), ...switched].map((entry) => ({
    ...entry,
    recordVersion: known.version + 1,
  }));
}

const untilOf = (from: Date | null, { until }: Term) => ({
  fields: ["subscription", "subscriptionExpiresAt"],
  until: { from: from?.toISOString() ?? null, to: until?.toISOString() ?? null },
});

/** The log's line of an import that was undone. @param left how many members something else had touched */
export const recordUndone = (
  manager: EntityManager,
  turn: Turn,
  { undone, left }: { undone: number; left: number },
): Promise<void> =>
  logChanges(manager, authorOf(turn), [
    {
      action: "undid",
      resource: IMPORTS_KIND,
      recordId: turn.id,
      recordTitle: `${turn.fileName} (${formatCount(undone)} as before, ${formatCount(left)} left)`,
    },
  ]);

type Counts = { added: number; changed: number; refused: number };

/** The log's line of an import that was written to its end. */
export const recordEnd = (manager: EntityManager, turn: Turn, counts: Counts): Promise<void> =>
  logChanges(manager, authorOf(turn), [
    {
      action: "imported",
      resource: IMPORTS_KIND,
      recordId: turn.id,
      recordTitle: titleOf(turn.fileName, counts),
    },
  ]);

const titleOf = (fileName: string, { added, changed, refused }: Counts) =>
  `${fileName} (${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(refused)} refused)`;
