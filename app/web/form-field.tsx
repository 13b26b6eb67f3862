import { type FocusEvent, useEffect, useRef } from "react";
import { useField, useFormContext } from "remix-validated-form";
import { Control, type ControlProps, type FieldInput } from "~/ui/control";
import { useFormState } from "./form";

export type FormFieldProps = Omit<
  ControlProps,
  "input" | "value" | "error" | "errorAt" | "onBlur" | "onChange"
> & { input?: FieldInput };

/**
 * A form field with its value and error. Errors appear when the reader leaves the field, and after a refused
 * submission with every change.
 */
export function FormField({ input = "text", ...props }: FormFieldProps) {
  const { name } = props;
  const { values, sentence } = useFormState();
  const { hasBeenSubmitted } = useFormContext();
  const { error, validate, clearError } = useField(name, {
    handleReceiveFocus: () => focusControl(name, hasBeenSubmitted),
  });
  useCheckOfEarlier(name, validate);
  const checkOnLeaving = (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
    if (!hasBeenSubmitted && wasChanged(event.target)) afterRelease(validate);
  };
  return (
    <Control
      {...props}
      input={input}
      value={values[name]}
      error={sentence?.silent ? undefined : error}
      errorAt={sentence?.id}
      onChange={hasBeenSubmitted ? validate : clearError}
      onBlur={checkOnLeaving}
    />
  );
}

/**
 * Validates fields that were edited before React loaded, which may be as late as the first touch of the form.
 */
function useCheckOfEarlier(name: string, validate: () => void): void {
  const unready = useRef(validate);
  const isDone = useRef(false);
  useEffect(() => {
    // The form initialises after its fields and then passes another function; the first one validates
    // nothing.
    if (isDone.current || validate === unready.current) return;
    const timer = setTimeout(() => {
      isDone.current = true;
      const control = document.getElementById(name);
      if (control !== document.activeElement && isTyped(control) && wasChanged(control)) validate();
    });
    return () => clearTimeout(timer);
  }, [name, validate]);
}

const isTyped = (control: Element | null) =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;

/** A menu always has one of its options. */
const wasChanged = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  "defaultValue" in control && control.value !== control.defaultValue;

/**
 * Runs `check` after the key or pointer that moved the focus is released. An immediate error could push a
 * button away from under the pointer.
 */
function afterRelease(check: () => void): void {
  const waiting = new AbortController();
  const run = () => {
    waiting.abort();
    // After the following click.
    setTimeout(check);
  };
  for (const type of ["keyup", "pointerup", "pointercancel"]) {
    addEventListener(type, run, { signal: waiting.signal });
  }
}

/**
 * After a refused submission the first wrong field gets the focus, even inside a closed `details`. If the errors
 * came with the page, React loads while the reader already uses the form: the page must not scroll away from
 * under a click.
 */
function focusControl(id: string, isSubmittedHere: boolean): void {
  const control = document.getElementById(id);
  const folded = control?.closest("details");
  if (folded) folded.open = true;
  if (isSubmittedHere || !isInUse()) control?.focus();
}

/** The reader points at a form, or has moved the focus from where the page put it. */
const isInUse = () => document.querySelector("form:hover, :focus:not([autofocus])");
