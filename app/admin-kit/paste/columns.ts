/** What a column can contain: a field of the form, or the id of the record. */
export type PasteTarget = { name: string; label: string; spellings: readonly string[] };

/** Choices for columns by `columnKey`: a field's name, or "" for none. */
export type ColumnChoices = Readonly<Record<string, string>>;

/** A normalised column name: "Chg. %" is "chg%". */
export const columnKey = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]/gu, "");

/** Matches columns to fields, by choice or by name; undefined for an ignored column. If two columns match a field, the exact name wins, otherwise the first column.
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
