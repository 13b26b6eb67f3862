import { Button } from "./button";
import { Icon } from "./icon";
import { ScriptOnly } from "./with-script";

type InlineSelectProps = {
  /** Where the choice is posted to. */
  to: string;
  name: string;
  /** For screen readers: what is switched, and whose. */
  label: string;
  value: string;
  options: readonly string[];
  /** The version of the record that is shown. */
  version: number;
};

/**
 * One value of a table's row, changed on the spot: a select and its button. With script a pointer's choice is sent at
 * once, and of the answer the row with `id` takes the place of this one (enhance/inline-select.ts). A key's choice waits
 * for the button.
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
      {/* Defined where script runs, and then the button waits out of sight. */}
      <ScriptOnly>{null}</ScriptOnly>
    </form>
  );
}
