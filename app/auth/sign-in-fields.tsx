import { FormField } from "~/web/form-field";

/** The sign-in fields, with the names that password managers expect. */
export function SignInFields() {
  return (
    <>
      <FormField name="email" label="Email" input="email" autoComplete="username" required />
      <FormField input="password" name="password" label="Password" autoComplete="current-password" required />
    </>
  );
}
