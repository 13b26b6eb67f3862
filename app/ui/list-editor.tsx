import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { controlAttributes, Field } from "./field";

type ListEditorProps = {
  label: React.ReactNode;
  name: string;
  hint?: React.ReactNode;
  error?: string;
  errorAt?: string;
  required?: boolean;
  /** One text per line. */
  defaultValue?: string;
  /** The list is another one now. */
  onChange?: () => void;
};

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * A list of short texts. Without script a textarea with one text per line; with it each text is an entry with its
 * Remove button, and Enter or Add puts a new one below.
 */
export function ListEditor(props: ListEditorProps) {
  const { label, name, hint, error, errorAt, required, defaultValue, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  // Undefined until script runs. What was typed before that is not lost.
  const [entries, setEntries] = useState<string[]>();
  useEffect(() => setEntries(linesOf(area.current?.value ?? "")), []);
  const { name: _, ...control } = controlAttributes(props);
  return (
    <Field label={label} name={name} hint={hint} error={error} errorAt={errorAt} required={required}>
      <div className="list-editor">
        {entries ? (
          <Entries control={control} name={name} initial={entries} onChange={onChange} />
        ) : (
          <textarea
            {...control}
            ref={area}
            className="input"
            name={name}
            rows={5}
            defaultValue={defaultValue}
          />
        )}
        <noscript>
          <p className="hint">One per line.</p>
        </noscript>
      </div>
    </Field>
  );
}

type EntriesProps = {
  control: Omit<ReturnType<typeof controlAttributes>, "name">;
  name: string;
  initial: string[];
  onChange?: () => void;
};

/** What is sent is a hidden text, one entry per line; what was typed but not added yet is its last line. */
function Entries({ control, name, initial, onChange }: EntriesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [{ entries, typed }, setList] = useState({ entries: initial, typed: "" });
  const change = (next: { entries: string[]; typed: string }) => {
    // Whoever listens reads the form, which must hold the new list by then.
    flushSync(() => setList(next));
    onChange?.();
  };
  const add = () => {
    change({ entries: [...entries, ...linesOf(typed)], typed: "" });
    input.current?.focus();
  };
  const remove = (index: number) => {
    change({ entries: entries.filter((_, other) => other !== index), typed });
    input.current?.focus();
  };
  /** Enter adds the text; it does not send the form. */
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <ul>
        {withKeys(entries).map(({ key, entry }, index) => (
          <li key={key}>
            <span>{entry}</span>
            <button
              type="button"
              className="btn btn--sm btn--quiet"
              aria-label={`Remove ${entry}`}
              onClick={() => remove(index)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <div className="with-button">
        <input
          {...control}
          ref={input}
          className="input"
          value={typed}
          onChange={({ target }) => change({ entries, typed: target.value })}
          onKeyDown={addOnEnter}
        />
        <button type="button" className="btn btn--sm" onClick={add}>
          Add
        </button>
      </div>
      <input type="hidden" name={name} value={[...entries, ...linesOf(typed)].join("\n")} />
    </>
  );
}

/** Two entries may say the same. */
const withKeys = (entries: readonly string[]) =>
  entries.map((entry, index) => ({ key: `${index} ${entry}`, entry }));
