import { em } from "db/orm.server";
import { explainViolation } from "../constraints.server";
import { tableOf } from "../find.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { saveAll } from "../save.server";
import { compareRecords, type RecordRow } from "./compare.server";
import type { PasteSource } from "./paste-source.server";
import { assumedField, figureNames, ID, pasteTargets } from "./targets.server";

/** Lets rows be pasted into the records of a declaration. */
export function recordSource<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
): PasteSource<RecordRow<Row>> {
  const { path, listing, form, paste } = resource;
  const targets = pasteTargets(resource);
  const keys = paste.key.map((name) => targets.find((target) => target.name === name)?.label ?? name);
  return {
    key: path,
    roles: resource.roles.write,
    permission: `${resource.noun}.write`,
    title: `Paste ${listing.plural}`,
    plural: listing.plural,
    list: { label: listing.title, to: `/admin/${path}` },
    targets,
    figures: figureNames(form),
    required: [{ oneOf: [...paste.key, ID], purpose: "the record" }],
    hint: `Rows are matched to records by ${keys.join(" or ")}.`,
    assumed: assumedChoice(resource),
    failed: form.update.failed,
    compare: (staff, pasted, within) => compareRecords(resource, staff, pasted, within),
    write: (manager, staff, rows) => saveAll(resource, manager, staff, rows),
    explain: (error) => explainViolation(form, em().getMetadata(resource.entity), error, {}),
    tables: [tableOf(resource)],
  };
}

function assumedChoice<Row extends ManagedRecord>(resource: Pasteable<Row>) {
  const field = assumedField(resource);
  if (!field) return undefined;
  const initial = field.options?.find(({ value }) => value === field.initial)?.label;
  return {
    label: `${field.label} for rows without one`,
    blank: `Keep the saved value; ${initial} for new rows`,
    options: [...(field.options ?? [])],
  };
}
