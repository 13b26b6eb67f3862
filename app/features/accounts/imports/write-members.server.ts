import { randomUUID } from "node:crypto";
import { MEMBER_STATUSES, Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type ChangeEntry, type LogAuthor, recordChanges } from "~/admin-kit/change-log.server";
import { grantUntil } from "~/features/entitlements/access-end.server";
import { formatCount } from "~/ui/format";
import { renameMembers } from "../back-office/member-table.queries.server";
import { requestMail } from "../mail-requests.server";
import { addNotes } from "../member-notes.server";
import { members } from "../members.resource.server";
import { newReferralCode } from "../registration.server";
import { IMPORTS_KIND } from "./import-files.rules";
import { judgeRows, type RowVerdict } from "./import-rows.server";
import type { Turn } from "./import-turns.server";
import type { JudgedRow, KnownPerson, RowChange, Term } from "./judge-row.rules.server";
import { namesOfNew, type SaidPerson } from "./read-row.rules.server";

/** An address was registered between being looked for and being written: the slice begins anew. */
export class AddressTaken extends Error {}

type Addition = { said: SaidPerson; term: Term };
type Change = { known: KnownPerson; change: RowChange };

/** Of a row: what is written. */
export type WrittenRow = RowVerdict & Pick<JudgedRow, "addition" | "change"> & { known?: KnownPerson };

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
    rows.flatMap(({ addition }) => addition ?? []),
  );
  await writeChanges(
    manager,
    turn,
    rows.flatMap(({ change, known }) => (change && known ? [{ change, known }] : [])),
  );
  // They stay until the hour's tasks come: a row that went now would leave the next of its address to look through what is left of it.
  await judgeRows(manager, turn.id, rows);
}

const ADD = statement("member-imports.add", columns(Member, "id", "email"))`
  insert into members (id, firstname, lastname, email, status, registered_by_admin, referral_code, email_verified_at,
                       remind_by_mail, created_at)
  select id, firstname, lastname, email, status, true, code, case when status <> 'pending' then now() end, remind, coalesce(created, now())
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("firstnames")}::text[], ${array(text)("lastnames")}::text[],
                ${array(text)("emails")}::text[], ${array(literal(MEMBER_STATUSES))("statuses")}::text[],
                ${array(text)("codes")}::text[], ${array(bool)("reminds")}::boolean[],
                ${array(timestamp.orNull)("created")}::timestamptz[])
      as given (id, firstname, lastname, email, status, code, remind, created)
  on conflict (email) do nothing returning id, email`;

async function addMembers(
  manager: EntityManager,
  additions: readonly Addition[],
): Promise<Map<string, string>> {
  // In the order of their addresses: two files with the same people wait for each other in one direction only.
  const people = additions
    .map(({ said }) => ({ ...said, ...namesOfNew(said) }))
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const added = await ADD.all(
    {
      ids: people.map(() => randomUUID()),
      firstnames: people.map(({ firstname }) => firstname),
      lastnames: people.map(({ lastname }) => lastname),
      emails: people.map(({ email }) => email),
      statuses: people.map(({ status }) => status),
      codes: people.map(() => newReferralCode()),
      reminds: people.map(({ remindByMail }) => remindByMail ?? true),
      created: people.map(({ createdAt }) => createdAt ?? null),
    },
    manager,
  );
  if (added.length < people.length) throw new AddressTaken();
  return new Map(added.map(({ id, email }) => [email, id]));
}

/** New members have no password, and count as verified: staff answer for their addresses as they do for one they type. */
async function writeAdditions(
  manager: EntityManager,
  turn: Turn,
  additions: readonly Addition[],
): Promise<void> {
  if (additions.length === 0) return;
  const ids = await addMembers(manager, additions);
  const added = additions.map(({ said, term }) => ({ said, term, id: ids.get(said.email) ?? "" }));
  const paid = added.filter(({ term }) => term.tier !== "Basic");
  await grantUntil(
    manager,
    paid.map(({ id, term }) => ({ memberId: id, ...term })),
  );
  await addNotes(
    manager,
    authorOf(turn),
    added.flatMap(({ id, said }) => said.notes.map((words) => ({ memberId: id, words }))),
  );
  const titleOf = (said: SaidPerson) => Object.values(namesOfNew(said)).join(" ");
  await recordChanges(manager, authorOf(turn), [
    ...added.map(({ id, said }) => entryOf("added", id, titleOf(said))),
    ...paid.map(({ id, said, term }) =>
      entryOf("switched", id, titleOf(said), { from: "Basic", to: term.tier, ...untilOf(null, term) }),
    ),
  ]);
  if (turn.decisions.mailNew) await mailNew(manager, additions);
}

/** Who wants no mail gets none, and who may not sign in is not asked to. */
async function mailNew(manager: EntityManager, additions: readonly Addition[]): Promise<void> {
  for (const { said } of additions)
    if (said.remindByMail !== false && said.status === "active")
      await requestMail({ about: "import", email: said.email }, manager);
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
  );
  const silent = changes.filter(({ change }) => change.remindByMail === false);
  if (silent.length > 0) await STOP_REMINDING.run({ ids: silent.map(({ known }) => known.id) }, manager);
  await addNotes(
    manager,
    authorOf(turn),
    changes.flatMap(({ known, change }) => change.notes.map((words) => ({ memberId: known.id, words }))),
  );
  await recordChanges(manager, authorOf(turn), changes.flatMap(linesOf));
}

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
  const differences = Object.fromEntries(
    names.map((name) => [name, { from: known[name], to: change[name] ?? "" }]),
  );
  const until = { from: known.until?.toISOString() ?? null, to: term?.until?.toISOString() ?? null };
  const edited: ChangeEntry = {
    ...entryOf("edited", known.id, title, { fields, ...(term && !switches ? { until } : {}) }),
    differences,
  };
  const switched = switches
    ? [
        entryOf("switched", known.id, title, {
          from: known.tier,
          to: term.tier,
          ...untilOf(known.until, term),
        }),
      ]
    : [];
  return [...(fields.length > 0 ? [edited] : []), ...switched];
}

const untilOf = (from: Date | null, { until }: Term) => ({
  fields: ["subscription", "subscriptionExpiresAt"],
  until: { from: from?.toISOString() ?? null, to: until?.toISOString() ?? null },
});

const entryOf = (
  action: string,
  recordId: string,
  recordTitle: string,
  detail: ChangeEntry["detail"] = null,
): ChangeEntry => ({ action, resource: members.path, recordId, recordTitle, detail });

type Counts = { added: number; changed: number; refused: number };

/** The log's line of an import that was written to its end. */
export const recordEnd = (manager: EntityManager, turn: Turn, counts: Counts): Promise<void> =>
  recordChanges(manager, authorOf(turn), [
    {
      action: "imported",
      resource: IMPORTS_KIND,
      recordId: turn.id,
      recordTitle: titleOf(turn.fileName, counts),
    },
  ]);

const titleOf = (fileName: string, { added, changed, refused }: Counts) =>
  `${fileName} (${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(refused)} refused)`;
