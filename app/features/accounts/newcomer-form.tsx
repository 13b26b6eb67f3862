import { Button } from "~/ui/button";
import { Input, PasswordInput } from "~/ui/field";

/**
 * Registration next to the sign-in form, which saves buyers a page. The fields have their own ids, because
 * the sign-in fields have the same names. The registration page shows the errors.
 */
export function NewcomerForm() {
  return (
    <section className="grid gap-4 mt-8" aria-labelledby="newcomer">
      <h2 id="newcomer">New here? Create a free account</h2>
      <form method="post" action="/register" className="form">
        <div className="pair">
          <Input id="new-firstname" name="firstname" label="First name" autoComplete="given-name" required />
          <Input id="new-lastname" name="lastname" label="Last name" autoComplete="family-name" required />
        </div>
        <Input id="new-email" name="email" type="email" label="Your email" autoComplete="username" required />
        <PasswordInput
          id="new-password"
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          required
        />
        <Button variant="brand" size="lg" block busyText="Creating account...">
          Create account
        </Button>
      </form>
      <p className="meta">
        By creating an account you agree to the <a href="/terms">terms</a> and the{" "}
        <a href="/privacy">privacy policy</a>.
      </p>
    </section>
  );
}
