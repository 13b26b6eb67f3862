import { HOLDINGS_NOT_STATED } from "./holdings.rules";

/** The author's holdings in the instrument of the record. */
export const Holdings = ({ disclosure }: { disclosure: string | null }) => (
  <p className="holdings meta">
    {disclosure === null ? HOLDINGS_NOT_STATED : `Author’s holdings: ${disclosure}`}
  </p>
);
