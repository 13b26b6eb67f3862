import type { ValidationResult, Validator } from "remix-validated-form";
import { type $ZodError, type $ZodType, safeParse } from "zod/v4/core";

/** The message of a form whose fields have errors. */
export const FIX_THE_FORM = "Please fix the errors in the form";

/** The message of a form when one of these fields is missing. */
export type RequiredFields = { names: readonly string[]; message: string };

/** The message of a form if a required field is missing. @param values as submitted */
export const missingFieldsMessage = (
  values: Record<string, unknown>,
  required?: RequiredFields,
): string | undefined =>
  required?.names.some((name) => isBlank(values[name])) ? required.message : undefined;

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";

/** The first message of each field; a form shows one sentence per field. */
export function firstErrors(error: $ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.map(String).join(".")] ??= issue.message;
  return errors;
}

/** The key of the whole form's error; zod names the root value like that, too. */
export const WHOLE_FORM = "";

/**
 * Lets remix-validated-form use a zod 4 schema. Its own adapter supports zod 3 and nests names with dots (it
 * throws at `__proto__`, or at `email.x` next to `email`). The page's action and the API use the same schema.
 */
export function validatorFor<Output>(schema: $ZodType<Output>, required?: RequiredFields): Validator<Output> {
  return {
    async validate(sent: FormData | Record<string, unknown>): Promise<ValidationResult<Output>> {
      const submittedData = submittedValues(sent);
      const result = safeParse(schema, submittedData);
      if (result.success) return { data: result.data, error: undefined, submittedData };
      const missing = missingFieldsMessage(submittedData, required);
      const fieldErrors = {
        ...(missing !== undefined && { [WHOLE_FORM]: missing }),
        ...answerErrors(result.error),
      };
      return { data: undefined, error: { fieldErrors }, submittedData };
    },
  };
}

/** The first message of each field; errors of list entries belong to the list. */
function answerErrors({ issues }: $ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? WHOLE_FORM)] ??= message;
  return errors;
}

/** The submitted values by name; a repeated name becomes a list. */
function submittedValues(sent: FormData | Record<string, unknown>): Record<string, unknown> {
  if (!(sent instanceof FormData)) return sent;
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const all = sent.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
}
