import type { InputHTMLAttributes, ReactNode } from "react";
import { useField, useIsSubmitting } from "remix-validated-form";
import { Button } from "~/ui/button";
import { Input, PasswordInput } from "~/ui/field";

type FormFieldProps = {
  name: string;
  label: string;
  type?: string;
  autoComplete: string;
  hint?: ReactNode;
  maxLength?: number;
};

/** An input of a validated form: shows the error of the server, or of the browser's check once there is script. */
export function FormField({ name, label, type, autoComplete, hint, maxLength }: FormFieldProps) {
  const { error, getInputProps } = useField(name);
  return (
    <Input
      {...getInputProps<InputHTMLAttributes<HTMLInputElement>>({ type })}
      {...{ name, label, error, autoComplete, hint, maxLength }}
      required
    />
  );
}

export function FormPassword({ name, label, autoComplete, hint }: FormFieldProps) {
  const { error, getInputProps } = useField(name);
  return <PasswordInput {...getInputProps()} {...{ name, label, error, autoComplete, hint }} required />;
}

/** The form's own button; its words change while the form is on its way. */
export function FormButton({
  children,
  busyText,
  block = true,
}: {
  children: string;
  busyText: string;
  block?: boolean;
}) {
  const button = (
    <Button
      variant="brand"
      size={block ? "lg" : "md"}
      block={block}
      busyText={busyText}
      busy={useIsSubmitting()}
    >
      {children}
    </Button>
  );
  return block ? button : <div className="actions">{button}</div>;
}
