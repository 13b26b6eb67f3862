import type { FocusEventHandler, ReactNode } from "react";
import { ChoiceList } from "./choice-list";
import { Checkbox, type Choice, Input, PasswordInput, Select, Textarea } from "./field";
import { FileInput } from "./file-input";
import { ListEditor } from "./list-editor";
import type { PendingPicture } from "./pending-picture";

/** Kinds of form controls. */
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
  /** One sentence. It marks the control as invalid. */
  error?: string;
  /** The id of the error's element, if it is not below the field. */
  errorAt?: string;
  required?: boolean;
  /** Rows of a text area; room for an article by default. */
  rows?: number;
  /** To choose from; for a text, what the browser suggests. */
  options?: readonly Choice[];
  /** Between a text area and its label. */
  tools?: ReactNode;
  /** The browser's autofill. */
  autoComplete?: string;
  /** The initial text; "on" for a ticked box. */
  value?: string;
  /** The current picture; `whole` shows it uncropped. */
  picture?: { src: string; alt: string; whole?: boolean; focus?: string };
  /** For a picture of a person. */
  portrait?: boolean;
  /** Chosen before the form was refused. */
  kept?: PendingPicture;
  /** Lets the person choose an existing picture. */
  library?: ReactNode;
  onChange?: () => void;
  onBlur?: FocusEventHandler<Typed>;
};

/** Default rows of a text area. */
const ROWS = 12;

const PICTURE_TYPES = "image/jpeg,image/png,image/webp";

/** A form field by its kind of control. */
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
    default: {
      const list = options.length > 0 ? `${common.name}-options` : undefined;
      return (
        <>
          <Input {...typed} {...INPUT_TYPES[input]} list={list} />
          {list && (
            <datalist id={list}>
              {options.map((option) => (
                <option key={String(option)} value={String(option)} />
              ))}
            </datalist>
          )}
        </>
      );
    }
  }
}

/** Figures and addresses are text inputs: other types reject commas, K and M, and a missing scheme. */
const INPUT_TYPES = {
  text: {},
  number: { inputMode: "decimal" },
  code: { inputMode: "numeric" },
  url: { inputMode: "url" },
  email: { type: "email" },
  date: { type: "date" },
  datetime: { type: "datetime-local" },
} as const;
