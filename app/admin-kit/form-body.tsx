import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFormContext } from "remix-validated-form";
import { ErrorSummary } from "~/ui/error-summary";
import { Checkbox, MoreFields } from "~/ui/field";
import { useFormError, useFormState, useSentForm } from "~/web/form";
import { FormField } from "~/web/form-field";
import type { FormErrorData } from "~/web/form-replies.server";
import { useRootData } from "~/web/root-data";
import { WHOLE_FORM } from "~/web/validator";
import { isWide } from "./cells";
import { SAVE_ANYWAY, WARNINGS_SEEN } from "./confirmation";
import type { FieldData } from "./field-data.server";
import { invalidFieldsTitle } from "./form-summary";
import { ServerHtml } from "./server-html";

/** The elements around a Markdown field. */
export type FieldCompanions = { tools: ReactNode; below: ReactNode; beside: ReactNode };

export type FormBodyProps = {
  form: { fields: readonly FieldData[]; version: number; opened?: string };
  /** Rendered before the first field. */
  above?: ReactNode;
  companionsOf?: (field: FieldData) => FieldCompanions | undefined;
};

/** The error summary and the fields, inside a form. */
export function FormBody({ form: { fields, version, opened }, above, companionsOf }: FormBodyProps) {
  const problem = useFormError();
  const { values } = useFormState();
  const collapsed = fields.filter(({ more }) => more);
  return (
    <>
      <FormSummary fields={fields} />
      {above}
      <div className="form">
        <input type="hidden" name="version" value={problem?.version ?? (values.version || version)} />
        {opened && <input type="hidden" name="opened" value={opened} />}
        <Fields fields={fields.filter(({ more }) => !more)} companionsOf={companionsOf} />
        {collapsed.length > 0 && <CollapsedFields fields={collapsed} />}
        <Confirmation />
      </div>
    </>
  );
}

/** The checkbox that confirms the form's warnings. */
function Confirmation() {
  const problem = useFormError();
  if (!problem?.confirm) return null;
  return (
    <>
      {problem.asked && <input type="hidden" name={WARNINGS_SEEN} value={problem.asked} />}
      <Checkbox name={problem.confirm} label={SAVE_ANYWAY} />
    </>
  );
}

type FieldsProps = { fields: readonly FieldData[] } & Pick<FormBodyProps, "companionsOf">;

function CollapsedFields({ fields }: FieldsProps) {
  const { values } = useFormState();
  const { fieldErrors } = useFormContext();
  return (
    <MoreFields
      filled={fields.some(({ name }) => values[name])}
      wrong={fields.some(({ name }) => fieldErrors[name])}
    >
      <Fields fields={fields} />
    </MoreFields>
  );
}

/** All fields; half-width neighbours share a row if there is room. */
function Fields({ fields, companionsOf }: FieldsProps) {
  return fieldRows(fields).map((row) => {
    const [one] = row;
    const drawn = row.map((field) => (
      <RecordField key={field.name} field={field} around={companionsOf?.(field)} />
    ));
    return one.half ? (
      <div className="pair" key={one.name}>
        {drawn}
      </div>
    ) : (
      drawn
    );
  });
}

type FieldRow = [FieldData, ...FieldData[]];

/** Groups neighbouring half-width fields. */
function fieldRows(fields: readonly FieldData[]): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.half && last?.[0].half) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** One field of a record, with the value that somebody else has saved in it. */
function RecordField({ field, around }: { field: FieldData; around?: FieldCompanions }) {
  const { picture, library, hint: declared, ...drawn } = field;
  const { name, label, input, required, rows, options, autoComplete, portrait } = drawn;
  const problem = useFormError();
  const theirs = problem?.theirs?.[name];
  const kept = useSentForm()?.kept;
  const { siteTz } = useRootData();
  // The operator sets the time zone, so no declaration can name it.
  const hint = input === "datetime" ? `Date and time in ${siteTz}. ${declared ?? ""}`.trim() : declared;
  const control = (
    <FormField
      name={name}
      label={label}
      input={input}
      required={required}
      rows={rows}
      options={options}
      autoComplete={autoComplete}
      portrait={portrait}
      tools={around?.tools}
      hint={
        theirs === undefined ? hint : <Theirs hint={hint} theirs={theirs} by={problem?.savedBy?.[name]} />
      }
      picture={
        picture && {
          src: picture.src,
          focus: picture.focus,
          alt: "Current picture",
          whole: isWide(picture),
        }
      }
      kept={input === "picture" ? kept : undefined}
      library={library && <Library html={library} />}
    />
  );
  if (!around) return control;
  return (
    <div className="writing">
      <div>
        {control}
        {around.below}
      </div>
      {around.beside}
    </div>
  );
}

/** The picture library as the server rendered it, or the results of a search in it. */
function Library({ html }: { html: string }) {
  const answer = useActionData<{ library?: string }>();
  return <ServerHtml html={answer?.library ?? html} />;
}

/** The field's hint, and the other person's value in an edit conflict. */
function Theirs({ hint, theirs, by }: { hint?: string; theirs: string; by?: string }) {
  return (
    <>
      {hint}
      <strong className="block text-warn">
        {by} <q>{theirs}</q>
      </strong>
    </>
  );
}

/** The errors from the server or the browser; corrected fields disappear from it. */
function FormSummary({ fields }: FieldsProps) {
  const { fieldErrors: found, hasBeenSubmitted } = useFormContext();
  const problem = useFormError();
  const { [WHOLE_FORM]: message, ...fieldErrors } = found;
  const errors = fields.flatMap(({ name }) => {
    const error = fieldErrors[name];
    return error === undefined ? [] : [{ href: `#${name}`, message: error }];
  });
  // The browser refused it, so nothing was sent and nothing is lost.
  if (hasBeenSubmitted && errors.length > 0) {
    return <ErrorSummary title={message ?? invalidFieldsTitle(errors.length)} errors={errors} />;
  }
  if (!problem || (errors.length === 0 && hasOnlyFieldErrors(problem))) return null;
  const conflicts = fields.flatMap(({ name, label }) =>
    problem.theirs?.[name] === undefined ? [] : [{ href: `#${name}`, message: `${label} was changed` }],
  );
  return (
    <ErrorSummary
      title={problem.explainedByFields ? invalidFieldsTitle(errors.length) : problem.title}
      errors={[...errors, ...conflicts]}
      hint={summaryHint(problem, fields)}
    />
  );
}

/** Whether correcting the fields is enough. */
const hasOnlyFieldErrors = ({ fieldErrors, confirm }: FormErrorData) =>
  Object.keys(fieldErrors).length > 0 && confirm === undefined;

function summaryHint({ theirs, kept, confirm }: FormErrorData, fields: readonly FieldData[]): string {
  if (confirm) return `What you entered is still below. To save it anyway, tick “${SAVE_ANYWAY}” at the end.`;
  const has = (wanted: string) => fields.some(({ input }) => input === wanted);
  const typed = theirs
    ? "Your changes are below, next to the saved values. Save again to overwrite those."
    : `Your input ${kept ? "and the picture you chose are" : "is"} kept below.`;
  return [
    typed,
    !kept && has("picture") && "Choose the picture again.",
    has("password") && "Enter the passwords again.",
  ]
    .filter(Boolean)
    .join(" ");
}
