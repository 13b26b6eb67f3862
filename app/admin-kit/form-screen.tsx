import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Sheet } from "~/ui/dialog";
import { ErrorSummary } from "~/ui/error-summary";
import { Checkbox, MoreFields } from "~/ui/field";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/errors.server";
import { useRootData } from "~/web/root-data";
import { adminMeta } from "./admin-page";
import { FormField, type FormFieldProps } from "./form-field";
import type { FormScreenData } from "./form-screen.server";
import { summaryTitle } from "./form-summary";

/** Ticked to save what the form has asked about. */
const SAVE_ANYWAY = "Save it as it is";

export const formMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as FormScreenData | undefined)?.heading);

/**
 * Any form over its list, empty or filled. After a failed save it shows what was typed.
 * @param props.above stands before the first field.
 */
export function FormScreen({ above }: { above?: ReactNode }) {
  const form = useLoaderData() as FormScreenData;
  const problem = useActionData() as FormErrorData | undefined;
  return (
    <Sheet
      title={form.heading}
      of={form.about?.title}
      closeTo={form.backTo}
      multipart={form.multipart}
      unsaved={problem !== undefined}
      about={form.about?.saved && <SavedBy {...form.about.saved} />}
    >
      <FormBody form={form} problem={problem} above={above} />
    </Sheet>
  );
}

function SavedBy({ who, at }: { who: string; at: Date }) {
  const { siteTz } = useRootData();
  return (
    <>
      Last saved by {who}, <Time at={at} style="short-datetime" zone={siteTz} />
    </>
  );
}

type FormBodyProps = {
  form: Pick<FormScreenData, "fields" | "version">;
  problem?: FormErrorData;
  above?: ReactNode;
};

/** What went wrong, and the fields. */
export function FormBody({ form, problem, above }: FormBodyProps) {
  const entries = form.fields.map((field) => ({
    field:
      problem && field.input !== "image"
        ? { ...field, value: problem.repopulateFields[field.name] ?? "" }
        : field,
    error: problem?.fieldErrors[field.name],
    theirs: problem?.theirs?.[field.name],
    kept: field.input === "image" ? problem?.kept : undefined,
  }));
  const expanded = entries.filter(({ field }) => !field.more);
  const collapsed = entries.filter(({ field }) => field.more);
  return (
    <>
      {problem && <ProblemSummary problem={problem} fields={form.fields} />}
      {above}
      <div className="form">
        <input type="hidden" name="version" value={problem?.version ?? form.version} />
        <Fields entries={expanded} />
        {collapsed.length > 0 && (
          <MoreFields open={collapsed.some(({ field, error }) => field.value !== "" || error !== undefined)}>
            <Fields entries={collapsed} />
          </MoreFields>
        )}
        {problem?.confirm && <Checkbox name={problem.confirm} label={SAVE_ANYWAY} />}
      </div>
    </>
  );
}

/** Fields down the page; those that are half stand two by two where there is room. */
function Fields({ entries }: { entries: readonly FormFieldProps[] }) {
  return fieldRows(entries).map((row) => {
    const fields = row.map((entry) => <FormField key={entry.field.name} {...entry} />);
    const [one] = row;
    return one.field.half ? (
      <div className="pair" key={one.field.name}>
        {fields}
      </div>
    ) : (
      fields
    );
  });
}

type FieldRow = [FormFieldProps, ...FormFieldProps[]];

/** Neighbours that are half together, every other field alone. */
function fieldRows(entries: readonly FormFieldProps[]): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (entry.field.half && last?.[0].field.half) last.push(entry);
    else rows.push([entry]);
  }
  return rows;
}

function ProblemSummary({ problem, fields }: { problem: FormErrorData; fields: FormScreenData["fields"] }) {
  const errors = fields.flatMap(({ name }) => {
    const message = problem.fieldErrors[name];
    return message === undefined ? [] : [{ href: `#${name}`, message }];
  });
  const conflicts = fields.flatMap(({ name, label }) =>
    problem.theirs?.[name] === undefined ? [] : [{ href: `#${name}`, message: `${label} is different now` }],
  );
  return (
    <ErrorSummary
      title={summaryTitle(problem)}
      errors={[...errors, ...conflicts]}
      hint={hintOf(problem, fields)}
    />
  );
}

function hintOf({ theirs, kept, confirm }: FormErrorData, fields: FormScreenData["fields"]): string {
  if (confirm)
    return `What you typed is kept below. To save it all the same, tick “${SAVE_ANYWAY}” at the end.`;
  if (kept && !theirs) return "What you typed and the picture you chose are kept below.";
  if (theirs) return "What you typed is kept below, beside what is saved now. Saving again keeps yours.";
  const hasInput = (wanted: string) => fields.some(({ input }) => input === wanted);
  if (hasInput("image")) return "What you typed is kept below. A chosen picture has to be chosen again.";
  if (hasInput("password")) return "What you typed is kept below. Passwords have to be typed again.";
  return "What you typed is kept below.";
}
