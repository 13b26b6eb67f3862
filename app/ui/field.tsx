import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useState,
} from "react";
import { cx } from "./class-names";
import { useEarlyText } from "./early-text";
import { Icon } from "./icon";
import { ScriptOnly } from "./with-script";

/** Attributes that connect a control with its label and texts, from `fieldIds`. */
export type FieldIds = {
  id: string;
  hintId?: string;
  errorId?: string;
  describedBy?: string;
};

/** The ids of a field: `{name}`, `{name}-hint`, `{name}-error`; the error is announced before the hint. */
export function fieldIds(id: string, words: { hint?: unknown; error?: unknown; errorAt?: string }): FieldIds {
  const hintId = words.hint ? `${id}-hint` : undefined;
  const errorId = words.error ? (words.errorAt ?? `${id}-error`) : undefined;
  return { id, hintId, errorId, describedBy: cx(errorId, hintId) || undefined };
}

export type FieldLabels = {
  label: ReactNode;
  /** Also the id, unless `id` is given; the API's name. */
  name: string;
  id?: string;
  hint?: ReactNode;
  /** One sentence. It marks the control as invalid. */
  error?: string;
};

/** `errorAt`: the id of the error's element, if it is not below the field. */
export type ExternalError = { errorAt?: string };

type FieldProps = FieldLabels &
  ExternalError & {
    required?: boolean;
    /** Takes more room in a row of filters. */
    wide?: boolean;
    className?: string;
    children: ReactNode;
  };

/** Label, control, error and hint. Use it directly for custom controls, with `fieldIds`. */
export function Field(props: FieldProps) {
  const { label, name, id = name, hint, error, errorAt, required, wide, className, children } = props;
  const ids = fieldIds(id, { hint, error });
  return (
    <div className={cx("field", wide && "field--wide", error && "field--bad", className)}>
      <label className="label" htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      <FieldMessages ids={ids} hint={hint} error={errorAt ? undefined : error} />
    </div>
  );
}

/** The mark of a required field; screen readers use `required`. */
export function RequiredMark() {
  return (
    <span className="needed" aria-hidden="true">
      {" "}
      *
    </span>
  );
}

export function FieldMessages({ ids, hint, error }: { ids: FieldIds; hint?: ReactNode; error?: string }) {
  return (
    <>
      {error && (
        <p className="error" id={ids.errorId}>
          <Icon name="warn" />
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={ids.hintId}>
          {hint}
        </p>
      )}
    </>
  );
}

type FieldLayout = { wide?: boolean; fieldClass?: string };

type ControlWords = FieldLabels & ExternalError & FieldLayout & { required?: boolean; className?: string };

type InputProps = FieldLabels &
  ExternalError &
  FieldLayout &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name">;

/** Connects a control with its texts and marks it as invalid. */
export function controlAttributes(
  props: Pick<FieldLabels, "name" | "id" | "hint" | "error"> & ExternalError,
) {
  const ids = fieldIds(props.id ?? props.name, props);
  return {
    id: ids.id,
    name: props.name,
    "aria-describedby": ids.describedBy,
    "aria-invalid": props.error ? (true as const) : undefined,
  };
}

/** Splits properties into the field's and the control's. */
function splitProps<Props extends ControlWords>(props: Props) {
  const { label, name, id, hint, error, errorAt, wide, fieldClass, className, ...rest } = props;
  const { required } = props;
  const field = { label, name, id, hint, error, errorAt, wide, required, className: fieldClass };
  return [
    field,
    { dir: "auto", ...rest, ...controlAttributes(props), className: cx("input", className) },
  ] as const;
}

/** A labelled one-line input. */
export function Input(props: InputProps) {
  const [field, control] = splitProps(props);
  return (
    <Field {...field}>
      <input {...control} />
    </Field>
  );
}

/** A password with a Show button, visible only with script. */
export function PasswordInput(props: Omit<InputProps, "type">) {
  const [field, control] = splitProps(props);
  return (
    <Field {...field}>
      <div className="with-button">
        <input {...control} type="password" />
        <ScriptOnly>
          <button type="button" className="btn btn--quiet btn--sm reveal" data-reveal={control.id}>
            <span>Show</span>
            <span>Hide</span>
            <span className="sr"> password</span>
          </button>
        </ScriptOnly>
      </div>
    </Field>
  );
}

export type Choice = string | { value: string; label: string };

export function choiceOf(choice: Choice): { value: string; label: string } {
  return typeof choice === "string" ? { value: choice, label: choice } : choice;
}

type SelectProps = FieldLabels &
  ExternalError &
  FieldLayout &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "name"> & {
    options: readonly Choice[];
    /** The option without a value ("All", "Choose one"). */
    blank?: string;
  };

export function Select({ options, blank, ...props }: SelectProps) {
  const [field, control] = splitProps(props);
  return (
    <Field {...field}>
      <span className="select">
        <select {...control}>
          {blank !== undefined && <option value="">{blank}</option>}
          {options.map(choiceOf).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </Field>
  );
}

type TextareaProps = FieldLabels &
  ExternalError &
  FieldLayout &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "name"> & {
    /** Between the text area and its label. */
    tools?: ReactNode;
  };

export function Textarea({ tools, ...props }: TextareaProps) {
  const [field, control] = splitProps(props);
  const ref = useEarlyText(control.id);
  return (
    <Field {...field}>
      {tools}
      <textarea {...control} ref={ref} />
    </Field>
  );
}

type CheckboxProps = FieldLabels &
  ExternalError &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "type">;

/** A check box with its label at the side. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, id = name, hint, error, errorAt, className, ...rest } = props;
  return (
    <div className={cx("field", error && "field--bad", className)}>
      <label className="check">
        <input {...rest} {...controlAttributes(props)} type="checkbox" />
        <span>{label}</span>
      </label>
      <FieldMessages ids={fieldIds(id, { hint, error })} hint={hint} error={errorAt ? undefined : error} />
    </div>
  );
}

type MoreFieldsProps = {
  label?: string;
  /** One of them has a value. */
  filled?: boolean;
  /** One of them is invalid. */
  wrong?: boolean;
  children: ReactNode;
};

/** Optional fields ("More"): open if one has a value or becomes invalid. */
export function MoreFields({ label = "More", filled = false, wrong = false, children }: MoreFieldsProps) {
  const [open, setOpen] = useState(filled || wrong);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <details className="more" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label}
        <Icon name="down" />
      </summary>
      <div className="form">{children}</div>
    </details>
  );
}
