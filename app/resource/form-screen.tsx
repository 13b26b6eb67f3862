import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Sheet } from "~/ui/dialog";
import { ErrorSummary } from "~/ui/error-summary";
import { MoreFields } from "~/ui/field";
import { FormField } from "./form-field";
import type { FormProblem, FormScreenData } from "./form-screen.server";

export const formMeta: MetaFunction = ({ data, matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as { siteName?: string } | undefined;
  const heading = (data as FormScreenData | undefined)?.heading;
  return [{ title: [heading, `${root?.siteName ?? ""} back-office`].filter(Boolean).join(" | ") }];
};

/**
 * Any resource's form, empty or filled, drawn over its list. After a failed save it shows what was typed.
 * @param props.above stands before the first field.
 */
export function FormScreen({ above }: { above?: ReactNode }) {
  const form = useLoaderData() as FormScreenData;
  const problem = (useActionData() as { problem?: FormProblem } | undefined)?.problem;
  const shown = form.fields.map((field) => ({
    field: problem && field.input !== "image" ? { ...field, value: problem.values[field.name] ?? "" } : field,
    error: problem?.errors[field.name],
    theirs: problem?.theirs?.[field.name],
  }));
  const first = shown.filter(({ field }) => !field.more);
  const more = shown.filter(({ field }) => field.more);
  return (
    <Sheet title={form.heading} closeTo={form.backTo} multipart={form.multipart}>
      {problem && <Trouble problem={problem} form={form} />}
      {above}
      <div className="form">
        <input type="hidden" name="version" value={problem?.version ?? form.version} />
        {first.map((entry) => (
          <FormField key={entry.field.name} {...entry} />
        ))}
        {more.length > 0 && (
          <MoreFields open={more.some(({ field, error }) => field.value !== "" || error !== undefined)}>
            {more.map((entry) => (
              <FormField key={entry.field.name} {...entry} />
            ))}
          </MoreFields>
        )}
      </div>
    </Sheet>
  );
}

function Trouble({ problem, form }: { problem: FormProblem; form: FormScreenData }) {
  const errors = form.fields.flatMap(({ name }) => {
    const message = problem.errors[name];
    return message === undefined ? [] : [{ href: `#${name}`, message }];
  });
  const conflicts = form.fields.flatMap(({ name, label }) =>
    problem.theirs?.[name] === undefined ? [] : [{ href: `#${name}`, message: `${label} is different now` }],
  );
  const hint = problem.theirs
    ? "What you typed is kept below, beside what is saved now. Saving again keeps yours."
    : "What you typed is kept below. A chosen picture has to be chosen again.";
  return <ErrorSummary title={problem.title} errors={[...errors, ...conflicts]} hint={hint} />;
}
