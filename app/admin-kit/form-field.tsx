import { Checkbox, Input, PasswordInput, Radios, Select, Textarea } from "~/ui/field";
import { FileInput } from "~/ui/file-input";
import { ListEditor } from "~/ui/list-editor";
import type { KeptPicture } from "~/ui/pending-picture";
import { isStrip } from "./cells";
import type { DrawnField } from "./form.server";

/** Lines of a text area whose declaration asks for no other number: room for an article. */
const ROWS = 12;

/** Which keyboard a phone shows. */
const INPUT_MODES: Partial<Record<DrawnField["input"], "decimal" | "url">> = {
  number: "decimal",
  url: "url",
};

export type FormFieldProps = { field: DrawnField; error?: string; theirs?: string; kept?: KeptPicture };

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
  const words = {
    name,
    label,
    error,
    hint: theirs === undefined ? hint : <Theirs hint={hint} theirs={theirs} />,
  };
  switch (input) {
    case "textarea":
      return (
        <Textarea {...words} required={required} maxLength={maxLength} rows={rows} defaultValue={value} />
      );
    case "list":
      return <ListEditor {...words} required={required} defaultValue={value} />;
    case "select":
      return <Select {...words} required={required} options={options} defaultValue={value} />;
    case "radio":
      return <Radios {...words} required={required} options={options} defaultValue={value} />;
    case "checkbox":
      return <Checkbox {...words} defaultChecked={value === "on"} />;
    case "image":
      return (
        <FileInput
          {...words}
          required={required}
          accept="image/jpeg,image/png,image/webp"
          current={picture && { src: picture.src, alt: "The picture in use" }}
          whole={picture && isStrip(picture)}
          kept={kept}
        />
      );
    case "password":
      return <PasswordInput {...words} required={required} autoComplete={autoComplete} />;
    case "date":
      return <Input {...words} required={required} type="date" defaultValue={value} />;
    case "email":
      return (
        <Input {...words} required={required} autoComplete={autoComplete} type="email" defaultValue={value} />
      );
    default:
      return (
        <Input
          {...words}
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
