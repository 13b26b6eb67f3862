import type { FocusEventHandler, ReactNode } from "react";
import { ChoiceList } from "./choice-list";
import { Checkbox, type Choice, Input, PasswordInput, Select, Textarea } from "./field";
import { FileInput } from "./file-input";
import { ListEditor } from "./list-editor";
import type { PendingPicture } from "./pending-picture";

/** How something is asked for. */
export type FieldInput =
  | ("text" | "textarea" | "markdown" | "number" | "code" | "url" | "email" | "password")
  | ("select" | "radio" | "checkbox" | "checks" | "picture" | "list" | "date" | "datetime");

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type ControlProps = {
  input: FieldInput;
  /** Also its id. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** One sentence. It makes the control invalid. */
  error?: string;
  /** The id of what says the error, where that is not the field itself. */
  errorAt?: string;
  required?: boolean;
  /** Lines of a text area; room for an article unless it is said. */
  rows?: number;
  options?: readonly Choice[];
  /** Stands between a text area and its name. */
  tools?: ReactNode;
  /** What the browser may fill in by itself. */
  autoComplete?: string;
  /** The text it holds at first; "on" for a ticked box. */
  value?: string;
  /** Current picture now; `whole` where it is shown in its own shape. */
  picture?: { src: string; alt: string; whole?: boolean; focus?: string };
  /** It is to be a picture of a person. */
  portrait?: boolean;
  /** Chosen before the form was refused. */
  kept?: PendingPicture;
  /** Where a picture is chosen that is there already. */
  library?: ReactNode;
  onChange?: () => void;
  onBlur?: FocusEventHandler<Typed>;
};

/** Lines of a text area that asks for no other number. */
const ROWS = 12;

const PICTURE_TYPES = "image/jpeg,image/png,image/webp";

/** One field of a form, by how it asks. It knows nothing of what it asks for. */
export function Control({ input, options = [], rows = ROWS, value, ...rest }: ControlProps) {
  const { autoComplete, onBlur, picture, portrait, kept, library, tools, ...common } = rest;
  const choice = { ...common, options, defaultValue: value };
  const typed = { ...common, autoComplete, defaultValue: value, onBlur };
  switch (input) {
    case "textarea":
    case "markdown":
      return <Textarea {...typed} rows={rows} tools={tools} />;
    case "list":
      return <ListEditor {...common} defaultValue={value} />;
    case "select":
      return <Select {...choice} />;
    case "radio":
    case "checks":
      return <ChoiceList {...choice} many={input === "checks"} />;
    case "checkbox":
      return <Checkbox {...common} defaultChecked={value === "on"} />;
    case "picture":
      return (
        <FileInput
          {...common}
          accept={PICTURE_TYPES}
          current={picture}
          whole={picture?.whole}
          portrait={portrait}
          kept={kept}
          library={library}
        />
      );
    case "password":
      return <PasswordInput {...typed} />;
    default:
      return <Input {...typed} {...INPUT_TYPES[input]} />;
  }
}

/**
 * A figure or an address is a text: what a browser makes of other types refuses commas, K and M, and a
 * missing scheme.
 */
const INPUT_TYPES = {
  text: {},
  number: { inputMode: "decimal" },
  code: { inputMode: "numeric" },
  url: { inputMode: "url" },
  email: { type: "email" },
  date: { type: "date" },
  datetime: { type: "datetime-local" },
} as const;
