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

/** Set where one sentence speaks for all fields: they are marked, and say nothing themselves. */
const Spokesman = createContext<{ id: string; silent: boolean } | undefined>(undefined);

function useFormField(name: string) {
  const { error, getInputProps } = useField(name, WHEN);
  const spokesman = useContext(Spokesman);
  return { error: spokesman?.silent ? undefined : error, errorAt: spokesman?.id, getInputProps };
}

/** An input of a validated form: shows the error of the server, or of the browser's check once there is script. */
export function FormField({ name, label, type, autoComplete, hint, maxLength }: FormFieldProps) {
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

export function FormPassword({ name, label, autoComplete, hint }: FormFieldProps) {
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

type FormTroubleProps = {
  id?: string;
  /** Said above the form when fields are wrong, whether the server or the browser found them so. */
  words: string;
  /** Why the server refused what was right in form. */
  refused?: string;
  children?: ReactNode;
};

/** What is wrong with the form as a whole, in one sentence. It belongs inside the form. */
export function FormTrouble({ id, words, refused, children }: FormTroubleProps) {
  const { fieldErrors, hasBeenSubmitted } = useFormContext();
  const wrong = Object.keys(fieldErrors).length > 0 && (hasBeenSubmitted || refused !== undefined);
  const message = wrong ? words : refused;
  return message === undefined ? null : (
    <Note tone="bad" title={message} id={id}>
      {!wrong && children}
    </Note>
  );
}

/**
 * The fields of a form with one sentence for whatever is wrong with it. Editing a field clears the sentence
 * (specification, section 5); the next answer may bring one again.
 */
export function OneSentence({ words, refused, children }: FormTroubleProps) {
  const [edited, setEdited] = useState(false);
  const submitting = useIsSubmitting();
  const id = useId();
  useEffect(() => {
    if (!submitting) setEdited(false);
  }, [submitting]);
  return (
    <Spokesman.Provider value={{ id, silent: edited }}>
      <div className="contents" onInput={() => setEdited(true)}>
        {!edited && <FormTrouble id={id} words={words} refused={refused} />}
        {children}
      </div>
    </Spokesman.Provider>
  );
}

/** The form's own button; its words change while the form is on its way. */
export function FormButton({
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
