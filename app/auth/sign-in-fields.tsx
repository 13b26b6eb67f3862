import { FormField } from "~/web/form-field";

/** What whoever signs in is asked for, in the words that password managers know. */
export function SignInFields() {
  return (
    <>
      <FormField name="email" label="Email" input="email" autoComplete="username" required />
      <FormField input="password" name="password" label="Password" autoComplete="current-password" required />
    </>
  );
}
