import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEarlyText } from "./early-text";
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
  /** Called after each change of the list. */
  onChange?: () => void;
};

const splitLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * A list of short texts. Without script a textarea with one text per line; with it each text has a Remove
 * button, and Enter or Add appends a new one.
 */
export function ListEditor(props: ListEditorProps) {
  const { label, name, hint, error, errorAt, required, defaultValue, onChange } = props;
  const { name: _, ...control } = controlAttributes(props);
  const { id } = control;
  const ref = useEarlyText(id);
  // Undefined until script runs, so that earlier input is kept.
  const [entries, setEntries] = useState<string[]>();
  useEffect(() => {
    const area = document.getElementById(id) as HTMLTextAreaElement | null;
    setEntries(splitLines(area?.value ?? ""));
  }, [id]);
  return (
    <Field label={label} name={name} hint={hint} error={error} errorAt={errorAt} required={required}>
      <div className="list-editor">
        {entries ? (
          <Entries control={control} name={name} initial={entries} onChange={onChange} />
        ) : (
          <textarea
            {...control}
            ref={ref}
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

/** The form sends a hidden text with one entry per line; a text that was not added yet is its last line. */
function Entries({ control, name, initial, onChange }: EntriesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [{ entries, typed }, setList] = useState({ entries: initial, typed: "" });
  const change = (next: { entries: string[]; typed: string }) => {
    // Listeners read the form, which must have the new list by then.
    flushSync(() => setList(next));
    onChange?.();
  };
  const add = () => {
    change({ entries: [...entries, ...splitLines(typed)], typed: "" });
    input.current?.focus();
  };
  const remove = (index: number) => {
    change({ entries: entries.filter((_, other) => other !== index), typed });
    input.current?.focus();
  };
  /** Enter adds the text and does not submit the form. */
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
      <input type="hidden" name={name} value={[...entries, ...splitLines(typed)].join("\n")} />
    </>
  );
}

/** Entries may be equal. */
const withKeys = (entries: readonly string[]) =>
  entries.map((entry, index) => ({ key: `${index} ${entry}`, entry }));
