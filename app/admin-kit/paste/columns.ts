/** What a column can be of: a field of the form, or what tells which record is meant. */
export type PasteTarget = { name: string; label: string; spellings: readonly string[] };

/** What somebody said about columns, by their names as `columnKey` has them: a field's name, or "" for none. */
export type ColumnChoices = Readonly<Record<string, string>>;

/** A column's name, however it is written: "Chg. %" is "chg%". */
export const columnKey = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]/gu, "");

/**
 * What each column is of, by what was chosen and else by its name; undefined for one that is left out. A field that two columns are
 * called after is of the one that has its very name, else of the first.
 */
export function matchColumns(
  names: readonly string[],
  targets: readonly PasteTarget[],
  chosen: ColumnChoices = {},
): (string | undefined)[] {
  const keys = names.map(columnKey);
  const taken = new Set<string>();
  const matched = keys.map((key) =>
    Object.hasOwn(chosen, key) ? take(chosen[key], targets, taken) : undefined,
  );
  const match = (isCalled: (target: PasteTarget, key: string) => boolean) => {
    for (const [nth, key] of keys.entries()) {
      if (Object.hasOwn(chosen, key) || matched[nth] !== undefined) continue;
      const found = targets.find((target) => !taken.has(target.name) && isCalled(target, key));
      matched[nth] = take(found?.name, targets, taken);
    }
  };
  match(({ label }, key) => key === columnKey(label));
  match(({ spellings }, key) => spellings.includes(key));
  return matched;
}

function take(
  name: string | undefined,
  targets: readonly PasteTarget[],
  taken: Set<string>,
): string | undefined {
  if (name === undefined || taken.has(name) || !targets.some((target) => target.name === name))
    return undefined;
  taken.add(name);
  return name;
}
