import { Checkbox, Input, PasswordInput, Radios, Select, Textarea } from "~/ui/field";
import { FileInput } from "~/ui/file-input";
import { ListEditor } from "~/ui/list-editor";
import type { PendingPicture } from "~/ui/pending-picture";
import { isWide } from "./cells";
import type { FieldData } from "./form.server";

/** Lines of a text area whose declaration asks for no other number: room for an article. */
const ROWS = 12;

/** Which keyboard a phone shows. */
const INPUT_MODES: Partial<Record<FieldData["input"], "decimal" | "url">> = {
  number: "decimal",
  url: "url",
};

export type FormFieldProps = { field: FieldData; error?: string; theirs?: string; kept?: PendingPicture };

/** One field of a form, by what its declaration asks for. */
export function FormField({ field, error, theirs, kept }: FormFieldProps) {
  const {
    name,
    label,
    hint,
    input,
    required,
    maxLength,
    rows = ROWS,
    options,
    value,
    picture,
    autoComplete,
  } = field;
  const commonProps = {
    name,
    label,
    error,
    hint: theirs === undefined ? hint : <Theirs hint={hint} theirs={theirs} />,
  };
  switch (input) {
    case "textarea":
      return (
        <Textarea
          {...commonProps}
          required={required}
          maxLength={maxLength}
          rows={rows}
          defaultValue={value}
        />
      );
    case "list":
      return <ListEditor {...commonProps} required={required} defaultValue={value} />;
    case "select":
      return <Select {...commonProps} required={required} options={options} defaultValue={value} />;
    case "radio":
      return <Radios {...commonProps} required={required} options={options} defaultValue={value} />;
    case "checkbox":
      return <Checkbox {...commonProps} defaultChecked={value === "on"} />;
    case "image":
      return (
        <FileInput
          {...commonProps}
          required={required}
          accept="image/jpeg,image/png,image/webp"
          current={picture && { src: picture.src, alt: "The picture in use" }}
          whole={picture && isWide(picture)}
          kept={kept}
        />
      );
    case "password":
      return <PasswordInput {...commonProps} required={required} autoComplete={autoComplete} />;
    case "date":
      return <Input {...commonProps} required={required} type="date" defaultValue={value} />;
    case "email":
      return (
        <Input
          {...commonProps}
          required={required}
          autoComplete={autoComplete}
          type="email"
          defaultValue={value}
        />
      );
    default:
      return (
        <Input
          {...commonProps}
          required={required}
          maxLength={maxLength}
          inputMode={INPUT_MODES[input]}
          defaultValue={value}
        />
      );
  }
}

/** The declaration's hint, and somebody else's saved value when two people edited at once. */
function Theirs({ hint, theirs }: { hint?: string; theirs: string }) {
  return (
    <>
      {hint}
      <strong className="block text-warn">
        Saved now by somebody else: <q>{theirs || "(empty)"}</q>
      </strong>
    </>
  );
}
