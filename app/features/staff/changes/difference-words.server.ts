import type { Differences } from "db/entities/change";
import type { Field } from "~/admin-kit/fields.server";
import { SCREENS } from "~/features/registry.server";
import { SETTING_LABELS, SETTINGS_KIND } from "~/features/site-settings/site-settings.rules";
import { truncate } from "~/ui/format";
import { fieldWord } from "./change-entry";

/** The old and new value of a field as its form shows them. */
export type FieldDifference = { label: string; from: string; to: string };

/** The longest value in a log line, in characters. */
const SHORT = 60;

/** The differences of a record of this kind, field by field. */
export function differencesInWords(kind: string, differences: Differences | null): FieldDifference[] {
  const fields = findFields(kind);
  return Object.entries(differences ?? {}).map(([name, { from, to }]) => {
    const field = fields.find((known) => known.name === name);
    return {
      label: field?.label ?? settingLabel(kind, name),
      from: valueInWords(field, from),
      to: valueInWords(field, to),
    };
  });
}

/** The same for a log line, with long values shortened. */
export const shortDifferences = (kind: string, differences: Differences | null): FieldDifference[] =>
  differencesInWords(kind, differences).map(({ label, from, to }) => ({
    label,
    from: truncate(from, SHORT),
    to: truncate(to, SHORT),
  }));

const settingLabel = (kind: string, name: string): string =>
  kind === SETTINGS_KIND ? (SETTING_LABELS[name] ?? name) : fieldWord(name);

function findFields(kind: string): readonly Field[] {
  const resource = SCREENS.find(({ path }) => path === kind)?.resource;
  return resource && "form" in resource ? (resource.form?.fields ?? []) : [];
}

function valueInWords(field: Field | undefined, value: string): string {
  if (field?.input === "checkbox") return value === "on" ? "Yes" : "No";
  if (value === "") return "";
  if (field?.input === "picture") return `Picture ${value.slice(0, 8)}`;
  return field?.options?.find((option) => option.value === value)?.label ?? value;
}
