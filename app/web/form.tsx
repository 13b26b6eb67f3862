import { useActionData } from "@remix-run/react";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFormContext, useIsSubmitting, ValidatedForm } from "remix-validated-form";
import type { $ZodType } from "zod/v4/core";
import { Button } from "~/ui/button";
import { UNSENT_EVENT } from "~/ui/enhance/unsent-event";
import { Note } from "~/ui/message";
import type { FormErrorData, FormLookedAt } from "./form-replies.server";
import { forgetUnsent, rememberSent, unsentValues } from "./unsent-form";
import { type RequiredFields, validatorFor } from "./validator";

/** State that a form shares with its fields and button. */
export type FormState = {
  /** The submitted values after a refusal, otherwise the initial ones. */
  values: Record<string, string>;
  /** The form is being sent as a document. */
  sent: boolean;
  /** Set if one sentence covers all fields; fields are then only marked. */
  sentence?: { id: string; silent: boolean };
};

const FormStateContext = createContext<FormState>({ values: {}, sent: false });

export const useFormState = () => useContext(FormStateContext);

/** The error of the form's action, if it failed. */
export function useFormError(): FormErrorData | undefined {
  const answer = useActionData<FormErrorData>();
  return answer && "failed" in answer ? answer : undefined;
}

/** The submitted form, if it came back refused or as a preview. */
export function useSentForm(): FormLookedAt | undefined {
  const answer = useActionData<FormLookedAt>();
  return answer && "repopulateFields" in answer ? answer : undefined;
}

/** The error of a page's button. A refused form shows its own error. */
export function useRefusal(): string | undefined {
  const answer = useActionData<{ message: string }>();
  return answer && !("repopulateFields" in answer) ? answer.message : undefined;
}

type FormProps = {
  /** Validates the form, in the browser and in the page's action. */
  schema: $ZodType<Record<string, unknown>>;
  /** The message for the whole form when one of these fields is missing. */
  required?: RequiredFields;
  /** Initial values by field name. */
  values?: Record<string, string>;
  /** The form has a file field. */
  multipart?: boolean;
  /** Warns before a changed form is left. */
  guarded?: boolean;
  /**
   * Sends the form as a document after validation, as without script (Remix's name for it). A long text then
   * survives network failures and unexpected answers: the reader can go back or reload.
   */
  reloadDocument?: boolean;
  className?: string;
  children: ReactNode;
};

const NO_VALUES = {};

/**
 * A form that works without script. With script, the browser validates like the server: when a changed field
 * is left, and after a refused submission with every change.
 */
export function Form(props: FormProps) {
  const {
    schema,
    required,
    values = NO_VALUES,
    multipart,
    guarded,
    reloadDocument,
    className,
    children,
  } = props;
  const back = useSentForm();
  const validator = useMemo(() => validatorFor(schema, required), [schema, required]);
  const { sent, send, formRef } = useDocumentSubmit();
  const isReady = useEffectsAtOnce();
  const unsent = useUnsentValues();
  const typed = back?.repopulateFields ?? unsent;
  const state = useMemo(() => ({ values: typed ?? values, sent }), [typed, values, sent]);
  return (
    <ValidatedForm
      validator={validator}
      method="post"
      encType={multipart ? "multipart/form-data" : undefined}
      className={className}
      noValidate
      data-guard={guarded ? (back ? "unsaved" : "") : undefined}
      formRef={formRef}
      disableFocusOnError={!isReady}
      onSubmit={reloadDocument ? send : () => rememberSent(formRef.current)}
    >
      <FormStateContext.Provider value={state}>{children}</FormStateContext.Provider>
    </ValidatedForm>
  );
}

/** React warns about layout effects on the server. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Makes React run the form's effects in the same task that shows it. Until they have run, a submission in the
 * browser loses its errors (remix-validated-form subscribes to its store there).
 * @returns true from the third render on: only then does that library ask the fields before it moves the focus
 */
function useEffectsAtOnce(): boolean {
  const [renders, setRenders] = useState(0);
  useBrowserLayoutEffect(() => setRenders((before) => Math.min(before + 1, 2)), [renders]);
  return renders === 2;
}

/** The values of a form whose submission failed because of the network, after the page was rendered again. */
function useUnsentValues() {
  const [values] = useState(unsentValues);
  useEffect(forgetUnsent, []);
  return values;
}

/** After this time the button works again, in case no answer arrives. */
const SENT_TIMEOUT_MS = 20_000;

/**
 * Submits a valid form as a document and ignores a second submission. Offline it does nothing, and the
 * enhance script shows a message.
 */
function useDocumentSubmit() {
  const formRef = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent) return;
    const release = () => setSent(false);
    const timer = setTimeout(release, SENT_TIMEOUT_MS);
    // Going back in history restores the page in its busy state.
    addEventListener("pageshow", release);
    return () => {
      clearTimeout(timer);
      removeEventListener("pageshow", release);
    };
  }, [sent]);
  const send = (_: unknown, event: FormEvent) => {
    event.preventDefault();
    if (sent) return;
    if (!navigator.onLine) {
      dispatchEvent(new Event(UNSENT_EVENT));
      return;
    }
    setSent(true);
    submitBy(formRef.current, event);
  };
  return { sent, send, formRef };
}

/** Submits the form with the value of the pressed button, which a submission by script omits. */
function submitBy(form: HTMLFormElement | null, { nativeEvent }: FormEvent): void {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  const hiddenInput = document.createElement("input");
  if (button instanceof HTMLButtonElement && button.name) {
    Object.assign(hiddenInput, { type: "hidden", name: button.name, value: button.value });
    form?.append(hiddenInput);
  }
  form?.submit();
  // After going back, another button may be pressed.
  hiddenInput.remove();
}

type FormErrorProps = {
  id?: string;
  /** Shown above the form when fields are wrong, by the server's or the browser's validation. */
  invalidText: string;
  /** The server's error for a form with valid fields. */
  serverError?: string;
  children?: ReactNode;
};

/** The error of the whole form, in one sentence. Must be inside the form. */
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

/** The fields of a form with a single error message. Editing a field clears it (specification, section 5). */
export function FieldsWithOneError({ invalidText, serverError, children }: FormErrorProps) {
  const [edited, setEdited] = useState(false);
  const submitting = useIsSubmitting();
  const form = useFormState();
  const id = useId();
  useEffect(() => {
    if (!submitting) setEdited(false);
  }, [submitting]);
  const state = useMemo(() => ({ ...form, sentence: { id, silent: edited } }), [form, id, edited]);
  return (
    <FormStateContext.Provider value={state}>
      <div className="contents" onInput={() => setEdited(true)}>
        {!edited && <FormError id={id} invalidText={invalidText} serverError={serverError} />}
        {children}
      </div>
    </FormStateContext.Provider>
  );
}

type SubmitButtonProps = {
  children: ReactNode;
  busyText: string;
  /** Sent as "on" by this button only. */
  name?: string;
  /** Large, with the width of the form. */
  block?: boolean;
  /** The action cannot be undone. */
  danger?: boolean;
};

/** The form's button; its label changes while the form is being sent. */
export function SubmitButton({ children, busyText, name, block = false, danger = false }: SubmitButtonProps) {
  const submitting = useIsSubmitting();
  const { sent } = useFormState();
  return (
    <Button
      name={name}
      value={name && "on"}
      variant={danger ? "danger" : "brand"}
      size={block ? "lg" : "md"}
      block={block}
      busyText={busyText}
      busy={submitting || sent}
    >
      {children}
    </Button>
  );
}
