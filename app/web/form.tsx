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

/** What the fields and the button of a form ask it for. */
export type FormState = {
  /** What was typed before the form came back, else what it began with. */
  values: Record<string, string>;
  /** On its way as a document. */
  sent: boolean;
  /** Set where one sentence speaks for all fields: they are marked, and say nothing themselves. */
  sentence?: { id: string; silent: boolean };
};

const FormStateContext = createContext<FormState>({ values: {}, sent: false });

export const useFormState = () => useContext(FormStateContext);

/** What the form's action answered, if it did nothing. */
export function useFormError(): FormErrorData | undefined {
  const answer = useActionData<FormErrorData>();
  return answer && "failed" in answer ? answer : undefined;
}

/** What the form held when it was sent and came back, refused or to be looked at. */
export function useSentForm(): FormLookedAt | undefined {
  const answer = useActionData<FormLookedAt>();
  return answer && "repopulateFields" in answer ? answer : undefined;
}

/** Why a button of the page did nothing. A refused form says so itself. */
export function useRefusal(): string | undefined {
  const answer = useActionData<{ message: string }>();
  return answer && !("repopulateFields" in answer) ? answer.message : undefined;
}

type FormProps = {
  /** Reads what the form sends, here while somebody types and in the page's action. */
  schema: $ZodType<Record<string, unknown>>;
  /** Said of the form as a whole when one of these is missing. */
  required?: RequiredFields;
  /** What its fields begin with, by their names. */
  values?: Record<string, string>;
  /** A file can be chosen. */
  multipart?: boolean;
  /** Asks before it is left half filled. */
  guarded?: boolean;
  /**
   * Sent as a document once it passes the check, as without script, and as Remix's own forms name it. A long text
   * outlives an answer that is none of Remix's, which going back undoes, and a network that fails: reloading sends it again.
   */
  reloadDocument?: boolean;
  className?: string;
  children: ReactNode;
};

const NO_VALUES = {};

/**
 * A form that is complete without script. With it the browser says what the server would say: on leaving a field that
 * was changed, and from a refused submit on while it is mended.
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
  useEffectsAtOnce();
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
      onSubmit={reloadDocument ? send : () => rememberSent(formRef.current)}
    >
      <FormStateContext.Provider value={state}>{children}</FormStateContext.Provider>
    </ValidatedForm>
  );
}

/** React complains of layout effects where there is no layout. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Has React run the form's effects in the task that shows it, where else it would leave them to a moment later. Until they ran the
 * form takes a submit from the browser and drops whatever is found wrong (remix-validated-form listens to its own store from there).
 */
function useEffectsAtOnce(): void {
  const [, setShown] = useState(false);
  useBrowserLayoutEffect(() => setShown(true), []);
}

/** What the form held when the network failed, and the page with it was drawn again. */
function useUnsentValues() {
  const [values] = useState(unsentValues);
  useEffect(forgetUnsent, []);
  return values;
}

/** After this the button works again, should the answer never come. */
const SENT_TIMEOUT_MS = 20_000;

/**
 * Hands a form that passed the check to the browser; a second submit is refused while the first is on its way. Offline it stays:
 * the enhance script says so.
 */
function useDocumentSubmit() {
  const formRef = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent) return;
    const release = () => setSent(false);
    const timer = setTimeout(release, SENT_TIMEOUT_MS);
    // Back in history brings the page as it was left: busy.
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

/** Submits the form with what its pressed button says, which a form that is submitted by code leaves out. */
function submitBy(form: HTMLFormElement | null, { nativeEvent }: FormEvent): void {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  const said = document.createElement("input");
  if (button instanceof HTMLButtonElement && button.name) {
    Object.assign(said, { type: "hidden", name: button.name, value: button.value });
    form?.append(said);
  }
  form?.submit();
  // Whoever comes back in history presses another one.
  said.remove();
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
  children: string;
  busyText: string;
  /** As wide as the form, and large. */
  block?: boolean;
  /** What it does cannot be taken back. */
  danger?: boolean;
};

/** The form's own button; its words change while the form is on its way. */
export function SubmitButton({ children, busyText, block = false, danger = false }: SubmitButtonProps) {
  const submitting = useIsSubmitting();
  const { sent } = useFormState();
  return (
    <Button
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
