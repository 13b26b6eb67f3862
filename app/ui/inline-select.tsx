import { Button } from "./button";
import { Icon } from "./icon";
import { ScriptOnly } from "./with-script";

type InlineSelectProps = {
  /** Where the choice is sent. */
  to: string;
  name: string;
  /** For screen readers: what is changed, and for whom. */
  label: string;
  value: string;
  options: readonly string[];
  /** The version of the shown record. */
  version: number;
};

/**
 * A select with its button in a table row. With script a choice by pointer is sent immediately, and the row
 * with `id` from the response replaces this one (enhance/inline-select.ts). A choice by keyboard waits for
 * the button.
 */
export function InlineSelect({ to, name, label, value, options, version }: InlineSelectProps) {
  return (
    <form method="post" action={to} className="switch" data-switch="">
      <input type="hidden" name="version" value={version} />
      <span className="select">
        <select className="input" name={name} aria-label={label} defaultValue={value}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <Button size="sm" busyText="Saving..." aria-label={`Save the ${label}`}>
        Save
      </Button>
      {/* Defined by script, which then hides the button. */}
      <ScriptOnly>{null}</ScriptOnly>
    </form>
  );
}
