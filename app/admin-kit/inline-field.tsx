import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { FormErrorData } from "~/web/form-replies.server";
import { SAVE_ANYWAY, WARNINGS_SEEN } from "./confirmation";
import type { Option } from "./field-schema";
import type { ListScreenData } from "./list-screen.server";

type Row = ListScreenData["rows"][number];

/** @property problem why this row was not saved, with its input */
type InlineProps = { row: Row; problem?: Partial<FormErrorData> };

const formId = ({ id }: Row) => `inline-${id}`;

/** The form of a row; its fields are in the cells. */
export function InlineForm({ row, problem }: InlineProps) {
  if (!row.inline) return null;
  const { values } = row.inline;
  const elsewhere = Object.entries(problem?.fieldErrors ?? {}).filter(([name]) => !(name in values));
  return (
    <form id={formId(row)} method="post" action={row.inline.to}>
      <input type="hidden" name="version" value={problem?.version ?? row.inline.version} />
      {elsewhere.map(([name, sentence]) => (
        <span key={name} className="inline-error">
          {sentence}
        </span>
      ))}
      <InlineConfirmation row={row} problem={problem} />
      <Button size="sm" busyText="Saving..." aria-label={`Save ${row.title}`}>
        Save
      </Button>
    </form>
  );
}

/** The checkbox that confirms a row's warnings. */
function InlineConfirmation({ row, problem }: InlineProps) {
  if (!problem?.confirm) return null;
  return (
    <>
      {problem.asked && <input type="hidden" name={WARNINGS_SEEN} value={problem.asked} />}
      <label className="check inline-confirm">
        <input type="checkbox" name={problem.confirm} aria-label={`${SAVE_ANYWAY}: ${row.title}`} />
        <span>{SAVE_ANYWAY}</span>
      </label>
    </>
  );
}

type InlineFieldProps = InlineProps & { name: string; label: string; options?: Option[] };

/** A figure or a choice that can be edited in its cell. */
export function InlineField({ row, name, label, options, problem }: InlineFieldProps) {
  const id = `${formId(row)}-${name}`;
  const error = problem?.fieldErrors?.[name];
  const theirs = problem?.theirs?.[name];
  const control = {
    form: formId(row),
    name,
    defaultValue: problem?.repopulateFields?.[name] ?? row.inline?.values[name],
    "aria-label": `${label} of ${row.title}`,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error || theirs !== undefined ? id : undefined,
  };
  return (
    <>
      {options ? (
        <span className="select inline-choice">
          <select className="input" {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      ) : (
        <input className="input inline-input" inputMode="decimal" autoComplete="off" {...control} />
      )}
      {(error || theirs !== undefined) && (
        <span className="inline-error" id={id}>
          {error}
          {theirs !== undefined && `${problem?.savedBy?.[name]} ${theirs}`}
        </span>
      )}
    </>
  );
}
