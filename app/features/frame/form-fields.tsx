import type { InputHTMLAttributes, ReactNode } from "react";
import { useField, useFormContext, useIsSubmitting } from "remix-validated-form";
import { Button } from "~/ui/button";
import { Input, PasswordInput } from "~/ui/field";
import { Note } from "~/ui/message";

type FormFieldProps = {
  name: string;
  label: string;
  type?: string;
  autoComplete: string;
  hint?: ReactNode;
  maxLength?: number;
};

/**
 * Fields are judged when the form is sent, and from then on while they are mended. An error that appeared on leaving a
 * field would push the button away from under the pointer that is pressing it.
 */
const WHEN = {
  validationBehavior: { initial: "onSubmit", whenTouched: "onSubmit", whenSubmitted: "onChange" },
} as const;

/** An input of a validated form: shows the error of the server, or of the browser's check once there is script. */
export function FormField({ name, label, type, autoComplete, hint, maxLength }: FormFieldProps) {
  const { error, getInputProps } = useField(name, WHEN);
  return (
    <Input
      {...getInputProps<InputHTMLAttributes<HTMLInputElement>>({ type })}
      {...{ name, label, error, autoComplete, hint, maxLength }}
      required
    />
  );
}

export function FormPassword({ name, label, autoComplete, hint }: FormFieldProps) {
  const { error, getInputProps } = useField(name, WHEN);
  return <PasswordInput {...getInputProps()} {...{ name, label, error, autoComplete, hint }} required />;
}

type FormTroubleProps = {
  /** Said above the form when fields are wrong, whether the server or the browser found them so. */
  words: string;
  /** Why the server refused what was right in form. */
  refused?: string;
  children?: ReactNode;
};

/** What is wrong with the form as a whole, in one sentence. It belongs inside the form. */
export function FormTrouble({ words, refused, children }: FormTroubleProps) {
  const { fieldErrors, hasBeenSubmitted } = useFormContext();
  const wrong = Object.keys(fieldErrors).length > 0 && (hasBeenSubmitted || refused !== undefined);
  const message = wrong ? words : refused;
  return message === undefined ? null : (
    <Note tone="bad" title={message}>
      {!wrong && children}
    </Note>
  );
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
