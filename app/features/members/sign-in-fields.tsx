import type { InputHTMLAttributes } from "react";
import { useField, useIsSubmitting } from "remix-validated-form";
import { Button } from "~/ui/button";
import { Input, PasswordInput } from "~/ui/field";

type SignInFieldProps = { name: string; label: string; type?: string; autoComplete: string };

/** An input of a validated form: shows the error of the server, or of the browser's check once there is script. */
export function SignInField({ name, label, type, autoComplete }: SignInFieldProps) {
  const { error, getInputProps } = useField(name);
  return (
    <Input
      {...getInputProps<InputHTMLAttributes<HTMLInputElement>>({ type })}
      {...{ name, label, error, autoComplete }}
      required
    />
  );
}

export function SignInPassword({ name, label, autoComplete }: SignInFieldProps) {
  const { error, getInputProps } = useField(name);
  return <PasswordInput {...getInputProps()} {...{ name, label, error, autoComplete }} required />;
}

/** The form's own button; its words change while the form is on its way. */
export function SignInButton() {
  return (
    <Button variant="brand" size="lg" block busyText="Signing In..." busy={useIsSubmitting()}>
      Sign In
    </Button>
  );
}
