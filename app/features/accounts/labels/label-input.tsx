import { Input } from "~/ui/field";
import type { FormErrorData } from "~/web/form-replies.server";

type LabelInputProps = {
  label: string;
  name?: string;
  id?: string;
  hint?: string;
  required?: boolean;
  value?: string;
  /** Names that the browser completes. */
  suggested: readonly string[];
  refused?: FormErrorData;
};

/** A label by its name, typed or chosen. A refused form keeps what was typed. */
export function LabelInput({
  name = "label",
  id = name,
  value = "",
  suggested,
  refused,
  ...props
}: LabelInputProps) {
  return (
    <>
      <Input
        {...props}
        name={name}
        id={id}
        list={`${id}-names`}
        autoComplete="off"
        defaultValue={refused?.repopulateFields[name] ?? value}
        error={refused?.fieldErrors[name]}
      />
      <datalist id={`${id}-names`}>
        {suggested.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
