import { capitalise } from "~/ui/format";
import { NEVER_TAKEN, type Permission, permissionsOf } from "./permissions.server";

/** No narrowing, and one that is chosen tick by tick. */
export const EVERYTHING = "everything";
export const TICKED = "ticked";

const nounOf = (permission: string) => permission.slice(0, permission.indexOf("."));

const byNoun = (permissions: readonly Permission[]): Permission[] =>
  [...new Set(permissions.map(nounOf))].flatMap((noun) => permissions.filter((one) => nounOf(one) === noun));

/**
 * What a person can be narrowed to, subject by subject: the permissions of the widest role that is given. A narrower role
 * keeps what it has.
 */
export const TICKS: readonly Permission[] = byNoun(
  permissionsOf("admin").filter((one) => !NEVER_TAKEN.has(one)),
);

const DRAFTED = new Set(TICKS.filter((one) => one.endsWith(".publish")).map(nounOf));

const isWriting = (permission: Permission): boolean =>
  /\.(read|write)$/.test(permission) &&
  (DRAFTED.has(nounOf(permission)) || nounOf(permission) === "pictures");

/** Narrowings with a name, as forms and the change log call them. */
const NAMED: ReadonlyMap<string, { label: string; permissions: readonly string[] }> = new Map([
  [
    "writes, never publishes",
    { label: "Writes, never publishes", permissions: [...TICKS.filter(isWriting), "markets.read"] },
  ],
  [
    "helps members only",
    {
      label: "Helps members only: devices, emails, verification, terms; no exports, deletion, money",
      permissions: ["members.read", "members.write", "mails.read"],
    },
  ],
]);

/** The choices of a form. */
export const NARROWINGS: readonly { value: string; label: string }[] = [
  { value: EVERYTHING, label: "Everything of the role" },
  ...[...NAMED].map(([value, { label }]) => ({ value, label })),
  { value: TICKED, label: "What is ticked under More" },
];

const inOrder = (permissions: readonly string[]) => TICKS.filter((one) => permissions.includes(one));

/** What is stored for a choice; empty for everything. Who writes reads, and who publishes writes. */
export function permissionsFor(narrowing: string, ticked: readonly string[]): readonly string[] {
  const chosen = narrowing === TICKED ? ticked : (NAMED.get(narrowing)?.permissions ?? []);
  const implied = chosen.flatMap((one) => [
    `${nounOf(one)}.read`,
    ...(one.endsWith(".publish") ? [`${nounOf(one)}.write`] : []),
  ]);
  return inOrder([...chosen, ...implied]);
}

/** The name of what is stored. */
export function narrowingOf(permissions: readonly string[]): string {
  if (permissions.length === 0) return EVERYTHING;
  const stored = String(inOrder(permissions));
  return [...NAMED].find(([, named]) => String(inOrder(named.permissions)) === stored)?.[0] ?? TICKED;
}

/** 'Daily briefs: publish' */
export const tickLabel = (permission: string): string => {
  const [noun = "", verb = ""] = permission.replaceAll("-", " ").split(".");
  return `${capitalise(noun)}: ${verb}`;
};
