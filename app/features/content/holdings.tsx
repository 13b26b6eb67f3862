import "./authors/authorship.css";

/** Said of a record whose author said nothing; decisions.md, "disclosure of holdings". */
export const HOLDINGS_NOT_STATED = "Holdings not stated";

/** What the author holds of what the record is about. */
export const Holdings = ({ disclosure }: { disclosure: string | null }) => (
  <p className="holdings meta">
    {disclosure === null ? HOLDINGS_NOT_STATED : `Author’s holdings: ${disclosure}`}
  </p>
);
