import type { ValidationResult, Validator } from "remix-validated-form";
import { type $ZodError, type $ZodType, safeParse } from "zod/v4/core";

/** Said of a form as a whole, where each field says what is wrong with it. */
export const FIX_THE_FORM = "Please fix the errors in the form";

/** What is said of the form as a whole instead, when one of these is missing. */
export type RequiredFields = { names: readonly string[]; message: string };

/**
 * What is said of a form that a schema refuses.
 * @param values as they were sent
 */
export function refusalMessage(values: Record<string, unknown>, required?: RequiredFields): string {
  const missing = required?.names.some((name) => isBlank(values[name]));
  return missing && required ? required.message : FIX_THE_FORM;
}

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";

/** The first message of each field, by the field's name; a form shows one sentence at a time. */
export function firstErrors(error: $ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.map(String).join(".")] ??= issue.message;
  return errors;
}

/** Among the errors by field: what is said of the form as a whole. zod names the root of a value like that, too. */
export const WHOLE_FORM = "";

/**
 * Lets remix-validated-form check with a zod 4 schema; its own adapter knows the types of zod 3 only, and makes objects of
 * names with dots (it throws at `__proto__`, or `email.x` beside `email`). The same schema serves the page's action and the API.
 */
export function validatorFor<Output>(schema: $ZodType<Output>, required?: RequiredFields): Validator<Output> {
  return {
    async validate(sent: FormData | Record<string, unknown>): Promise<ValidationResult<Output>> {
      const submittedData = valuesOf(sent);
      const result = safeParse(schema, submittedData);
      if (result.success) return { data: result.data, error: undefined, submittedData };
      const message = refusalMessage(submittedData, required);
      const fieldErrors = {
        ...(message === FIX_THE_FORM ? {} : { [WHOLE_FORM]: message }),
        ...answerErrors(result.error),
      };
      return { data: undefined, error: { fieldErrors }, submittedData };
    },
  };
}

/** The first message of each answer; what is wrong with an entry of a list is said of the list. */
function answerErrors({ issues }: $ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? WHOLE_FORM)] ??= message;
  return errors;
}

/** What was sent, by its plain names; a name that comes twice is a list. */
function valuesOf(sent: FormData | Record<string, unknown>): Record<string, unknown> {
  if (!(sent instanceof FormData)) return sent;
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const all = sent.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
}
