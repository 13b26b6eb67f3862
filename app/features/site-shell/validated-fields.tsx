import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from "react";
import { useField, useFormContext, useIsSubmitting } from "remix-validated-form";
import { Button } from "~/ui/button";
import { Input, PasswordInput } from "~/ui/field";
import { Note } from "~/ui/message";

type ValidatedFieldProps = {
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
const VALIDATION_TIMING = {
  validationBehavior: { initial: "onSubmit", whenTouched: "onSubmit", whenSubmitted: "onChange" },
} as const;

/** Set where one sentence speaks for all fields: they are marked, and say nothing themselves. */
const FormErrorContext = createContext<{ id: string; silent: boolean } | undefined>(undefined);

function useFormField(name: string) {
  const { error, getInputProps } = useField(name, VALIDATION_TIMING);
  const formError = useContext(FormErrorContext);
  return { error: formError?.silent ? undefined : error, errorAt: formError?.id, getInputProps };
}

/** An input of a validated form: shows the error of the server, or of the browser's check once there is script. */
export function ValidatedInput({ name, label, type, autoComplete, hint, maxLength }: ValidatedFieldProps) {
  const { error, errorAt, getInputProps } = useFormField(name);
  return (
    <Input
      {...getInputProps<InputHTMLAttributes<HTMLInputElement>>({ type })}
      name={name}
      label={label}
      error={error}
      errorAt={errorAt}
      autoComplete={autoComplete}
      hint={hint}
      maxLength={maxLength}
      required
    />
  );
}

export function ValidatedPassword({ name, label, autoComplete, hint }: ValidatedFieldProps) {
  const { error, errorAt, getInputProps } = useFormField(name);
  return (
    <PasswordInput
      {...getInputProps()}
      name={name}
      label={label}
      error={error}
      errorAt={errorAt}
      autoComplete={autoComplete}
      hint={hint}
      required
    />
  );
}

type FormErrorProps = {
  id?: string;
  /** Said above the form when fields are wrong, whether the server or the browser found them so. */
  invalidText: string;
  /** Why the server refused what was right in form. */
  serverError?: string;
  children?: ReactNode;
};

/** What is wrong with the form as a whole, in one sentence. It belongs inside the form. */
export function FormError({ id, invalidText, serverError, children }: FormErrorProps) {
  const { fieldErrors, hasBeenSubmitted } = useFormContext();
  const hasFieldErrors =
    Object.keys(fieldErrors).length > 0 && (hasBeenSubmitted || serverError !== undefined);
  const message = hasFieldErrors ? invalidText : serverError;
  return message === undefined ? null : (
    <Note tone="bad" title={message} id={id}>
      {!hasFieldErrors && children}
    </Note>
  );
}

/**
 * The fields of a form with one sentence for whatever is wrong with it. Editing a field clears the sentence
 * (specification, section 5); the next answer may bring one again.
 */
export function FieldsWithOneError({ invalidText, serverError, children }: FormErrorProps) {
  const [edited, setEdited] = useState(false);
  const submitting = useIsSubmitting();
  const id = useId();
  useEffect(() => {
    if (!submitting) setEdited(false);
  }, [submitting]);
  return (
    <FormErrorContext.Provider value={{ id, silent: edited }}>
      <div className="contents" onInput={() => setEdited(true)}>
        {!edited && <FormError id={id} invalidText={invalidText} serverError={serverError} />}
        {children}
      </div>
    </FormErrorContext.Provider>
  );
}

/** The form's own button; its words change while the form is on its way. */
export function SubmitButton({
  children,
  busyText,
  block = true,
  danger = false,
}: {
  children: string;
  busyText: string;
  block?: boolean;
  /** What it does cannot be taken back. */
  danger?: boolean;
}) {
  const button = (
    <Button
      variant={danger ? "danger" : "brand"}
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
