import { Field, fieldIds } from "./field";
import { ScriptOnly } from "./with-script";

type ListEditorProps = {
  label: string;
  name: string;
  hint?: React.ReactNode;
  error?: string;
  required?: boolean;
  /** One text per line. */
  defaultValue: string;
};

/**
 * A list of short texts. Without script a textarea with one text per line; with it each text is an entry with its
 * Remove button, and Enter or Add puts a new one below.
 */
export function ListEditor({ label, name, hint, error, required, defaultValue }: ListEditorProps) {
  const ids = fieldIds(name, { hint, error });
  const wiring = { "aria-describedby": ids.describedBy, "aria-invalid": error ? (true as const) : undefined };
  return (
    <Field label={label} name={name} hint={hint} error={error} required={required}>
      <div className="list-editor" data-list="">
        <ScriptOnly>
          <ul />
          <div className="with-button">
            <input className="input" data-list-new="" {...wiring} />
            <button type="button" className="btn btn--sm" data-list-add="">
              Add
            </button>
          </div>
        </ScriptOnly>
        <textarea
          className="input"
          id={ids.id}
          name={name}
          rows={5}
          defaultValue={defaultValue}
          {...wiring}
        />
        <noscript>
          <p className="hint">One per line.</p>
        </noscript>
      </div>
    </Field>
  );
}
