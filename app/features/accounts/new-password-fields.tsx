import { FormField } from "~/web/form-field";

/**
 * A new password and its confirmation, as `confirmPassword`.
 * @param name of the first field; the hint names the rules
 */
export function NewPasswordFields({ name, hint }: { name: string; hint: string }) {
  return (
    <>
      <FormField
        input="password"
        name={name}
        label="New password"
        autoComplete="new-password"
        hint={hint}
        required
      />
      <FormField
        input="password"
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        required
      />
    </>
  );
}
