import { Change } from "db/entities/change";
import { columnAs } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { isUuid } from "~/web/uuid";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import type { ChangeableResource, ManagedRecord } from "./resource.server";

/** The parameter with the change whose earlier values the form shows. */
export const RESTORE_PARAM = "restore";

/** A record's form with its values from before a change. */
export const restorePath = (kind: string, recordId: string, changeId: string) =>
  `/admin/${kind}/${recordId}/edit?${RESTORE_PARAM}=${changeId}`;

const MADE = { who: columnAs("changes", Change, "staffName"), at: columnAs("changes", Change, "createdAt") };
const CHANGE = statement("older-version.change", MADE)`
  select ${MADE} from changes
   where id = ${uuid("changeId")} and resource = ${text("resource")} and record_id = ${text("recordId")}`;

const HELD = { name: text, value: text.orNull };
/** The value before the change, for each field changed then or later; null if the log has none. */
const FIRST_HELD = statement("older-version.held", HELD)`
  select distinct on (field.name) field.name, c.differences -> field.name ->> 'from' as value
    from changes wanted
    join changes c on c.resource = wanted.resource and c.record_id = wanted.record_id
     and (c.created_at, c.id) >= (wanted.created_at, wanted.id)
   cross join lateral jsonb_array_elements_text(c.detail -> 'fields') as field (name)
   where wanted.id = ${uuid("changeId")} and wanted.resource = ${text("resource")}
     and wanted.record_id = ${text("recordId")}
   order by field.name, c.created_at, c.id`;

type Named = { resource: string; recordId: string; changeId: string };

/** A record's values before a change. */
export type OlderVersion = {
  /** The author and time of the change. */
  who: string;
  at: Date;
  /** The form's values by field name. */
  values: Readonly<Record<string, string>>;
  /** The changes that saving would make. */
  differences: { label: string; from: string; to: string }[];
  /** Fields that cannot be restored, with reasons. */
  lost: { label: string; reason: string }[];
};

/** Above the form that shows it. */
export const noteOfVersion = ({ who, at, differences, lost }: OlderVersion) => ({
  title: "An older version",
  text: `The form shows the record as it was before ${who} changed it on ${formatTime(at, "short-datetime", config().siteTz)}. ${
    differences.length > 0 ? "Saving makes these changes:" : "It matches the current version."
  }`,
  ...{ differences, lost },
});

/** Whether the log contains this change of the record. */
export const hasChange = async (named: Named): Promise<boolean> =>
  isUuid(named.changeId) && (await CHANGE.first(named)) !== undefined;

/** @returns undefined if the log lacks this change of the record */
export async function olderVersion<Row extends ManagedRecord>(
  { path, form }: ChangeableResource<Row>,
  row: Row,
  changeId: string,
): Promise<OlderVersion | undefined> {
  if (!isUuid(changeId)) return undefined;
  const named = { resource: path, recordId: row.id, changeId };
  const made = await CHANGE.first(named);
  if (!made) return undefined;
  const held = new Map((await FIRST_HELD.all(named)).map(({ name, value }) => [name, value]));
  const version: OlderVersion = { ...made, values: {}, differences: [], lost: [] };
  const values: Record<string, string> = {};
  for (const field of form.fields.filter(({ name }) => held.has(name))) {
    const then = held.get(field.name) ?? null;
    const now = formValue(row, field);
    const reason = lostReason(field, then);
    if (reason) version.lost.push({ label: field.label, reason });
    else if (then !== null && then !== now) {
      values[field.name] = then;
      version.differences.push({
        label: field.label,
        from: valueText(field, now),
        to: valueText(field, then),
      });
    }
  }
  return { ...version, values };
}

/** Why a field's earlier value cannot be restored. */
function lostReason(field: Field, then: string | null): string | undefined {
  if (field.input === "picture") return "the earlier picture was deleted";
  if (then === null) return "the change log has no earlier value";
  const sent = field.format.type === "lines" ? then.split("\n").filter(Boolean) : then;
  const checked = field.schema.safeParse(field.input === "checkbox" ? then === "on" : sent);
  return checked.success
    ? undefined
    : (checked.error.issues[0]?.message ?? "the earlier value is no longer valid");
}

/** A field's form text in words. */
export function valueText({ input, options }: Field, value: string): string {
  if (input === "checkbox") return value === "on" ? "Yes" : "No";
  return options?.find((option) => option.value === value)?.label ?? value;
}
