import { type FocusEvent, useEffect, useRef } from "react";
import { useField, useFormContext } from "remix-validated-form";
import { Control, type ControlProps, type FieldInput } from "~/ui/control";
import { useFormState } from "./form";

export type FormFieldProps = Omit<
  ControlProps,
  "input" | "value" | "error" | "errorAt" | "onBlur" | "onChange"
> & { input?: FieldInput };

/**
 * A field of a form: holds what was typed, and says what the server or the browser found wrong with it. Nothing is said
 * while somebody types for the first time: it is on leaving, and once a submit was refused with every change.
 */
export function FormField({ input = "text", ...props }: FormFieldProps) {
  const { name } = props;
  const { values, sentence } = useFormState();
  const { hasBeenSubmitted } = useFormContext();
  const { error, validate, clearError } = useField(name, { handleReceiveFocus: () => focusControl(name) });
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

/** Checks what was typed and left before React was in the page, which may come as late as the first touch of the form. */
function useCheckOfEarlier(name: string, validate: () => void): void {
  const unready = useRef(validate);
  const isDone = useRef(false);
  useEffect(() => {
    // The form is ready after its fields, and gives them another function then: the first one checks nothing.
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

/** A menu always holds one of its options. */
const wasChanged = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  "defaultValue" in control && control.value !== control.defaultValue;

/**
 * Runs `check` when the key or the pointer that moved the focus is let go. An error that appeared at once would push a
 * button away from under the pointer that is pressing it.
 */
function afterRelease(check: () => void): void {
  const waiting = new AbortController();
  const run = () => {
    waiting.abort();
    // After the click that follows.
    setTimeout(check);
  };
  for (const type of ["keyup", "pointerup", "pointercancel"]) {
    addEventListener(type, run, { signal: waiting.signal });
  }
}

/** The first wrong field has the focus after a refused submit, also where it was folded away. */
function focusControl(id: string): void {
  const control = document.getElementById(id);
  const folded = control?.closest("details");
  if (folded) folded.open = true;
  control?.focus();
}
