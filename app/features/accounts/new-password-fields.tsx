import { FormField } from "~/web/form-field";

/** A new password and the same once more, as `confirmPassword`. @param name of the first; the hint says what comes with it */
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
