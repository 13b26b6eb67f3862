import { createValidator, type Validator } from "remix-validated-form";
import type { z } from "zod";

/**
 * Lets remix-validated-form check with a zod 4 schema; its own adapter knows the types of zod 3 only.
 * The same schema serves the browser, the page's action and the API.
 */
export function validatorFor<Output>(schema: z.ZodType<Output>): Validator<Output> {
  return createValidator<Output>({
    async validate(data) {
      const result = await schema.safeParseAsync(data);
      return result.success
        ? { data: result.data, error: undefined }
        : { data: undefined, error: firstErrors(result.error) };
    },
    async validateField(data, field) {
      const result = await schema.safeParseAsync(data);
      return result.success ? {} : { error: firstErrors(result.error)[field] };
    },
  });
}

/** The first message of each field, by the field's name; a form shows one sentence at a time. */
export function firstErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.map(String).join(".")] ??= issue.message;
  return errors;
}
