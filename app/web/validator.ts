import { createValidator, type Validator } from "remix-validated-form";
import type { z } from "zod";

/** Said of a form as a whole, where each field says what is wrong with it. */
export const FIX_THE_FORM = "Please fix the errors in the form";

/**
 * Lets remix-validated-form check with a zod 4 schema; its own adapter knows the types of zod 3 only.
 * The same schema serves the browser, the page's action and the API.
 */
export function validatorFor<Output>(schema: z.ZodType<Output>): Validator<Output> {
  const validator = createValidator<Output>({
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
  return { ...validator, validate: (sent) => validator.validate(withSafeNames(sent)) };
}

const SAFE_NAME = /^(?!(?:__proto__|constructor|prototype)$)[\w-]+$/;

/**
 * What was sent under plain names. The library builds objects of names with dots and brackets and throws at some of
 * them (`__proto__`, `email.x` beside `email`); our forms have none.
 */
function withSafeNames(input: FormData | Record<string, unknown>): FormData | Record<string, unknown> {
  if (!(input instanceof FormData)) {
    return Object.fromEntries(Object.entries(input).filter(([name]) => SAFE_NAME.test(name)));
  }
  const kept = new FormData();
  for (const [name, value] of input) {
    if (!SAFE_NAME.test(name)) continue;
    if (typeof value === "string") kept.append(name, value);
    else kept.append(name, value, value.name);
  }
  return kept;
}

/** The first message of each field, by the field's name; a form shows one sentence at a time. */
export function firstErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.map(String).join(".")] ??= issue.message;
  return errors;
}
