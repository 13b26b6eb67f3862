import { HOLDINGS_NOT_STATED } from "./holdings.rules";

/** What the author holds of what the record is about. */
export const Holdings = ({ disclosure }: { disclosure: string | null }) => (
  <p className="holdings meta">
    {disclosure === null ? HOLDINGS_NOT_STATED : `Author’s holdings: ${disclosure}`}
  </p>
);
