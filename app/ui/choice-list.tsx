import type { InputHTMLAttributes } from "react";
import { cx } from "./class-names";
import {
  type Choice,
  choiceOf,
  type ExternalError,
  type FieldLabels,
  FieldMessages,
  fieldIds,
  RequiredMark,
} from "./field";

type ChoiceListProps = FieldLabels &
  ExternalError &
  Pick<InputHTMLAttributes<HTMLInputElement>, "required" | "onChange"> & {
    options: readonly Choice[];
    /** The chosen one; for `many`, one per line. */
    defaultValue?: string;
    /** Several or none can be chosen. */
    many?: boolean;
  };

/**
 * A few visible choices, for one or `many` of them. The first one has the id, so that an error summary can
 * link to it.
 */
export function ChoiceList(props: ChoiceListProps) {
  const {
    label,
    name,
    id = name,
    hint,
    error,
    errorAt,
    options,
    defaultValue,
    many,
    required,
    onChange,
  } = props;
  const ids = fieldIds(id, { hint, error, errorAt });
  return (
    <fieldset className={cx("field", error && "field--bad")} aria-describedby={ids.describedBy}>
      <legend className="label">
        {label}
        {required && <RequiredMark />}
      </legend>
      {many && <input type="hidden" name={name} value="" />}
      <div className="radios">
        {options.map(choiceOf).map((choice, index) => (
          <label className="check" key={choice.value}>
            <input
              type={many ? "checkbox" : "radio"}
              id={index === 0 ? id : undefined}
              name={name}
              value={choice.value}
              defaultChecked={
                many ? defaultValue?.split("\n").includes(choice.value) : choice.value === defaultValue
              }
              required={required}
              aria-invalid={error ? true : undefined}
              onChange={onChange}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldMessages ids={ids} hint={hint} error={errorAt ? undefined : error} />
    </fieldset>
  );
}
