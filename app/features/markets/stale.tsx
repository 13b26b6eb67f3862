import { Icon } from "~/ui/icon";

/**
 * Marks a price that is no longer fresh.
 * @param age "2 h old"
 */
export const Stale = ({ age }: { age: string }) => (
  <span className="stale">
    <Icon name="clock" />
    {`stale, ${age}`}
  </span>
);
