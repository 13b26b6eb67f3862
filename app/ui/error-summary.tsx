import { AUTOFOCUS } from "./attributes";

type ErrorSummaryProps = {
  /** "Nothing was saved: two fields need another look" */
  title: string;
  /** `href` is `#` and the field's id: it focuses the field. */
  errors: { href: string; message: string }[];
  hint?: string;
};

/** A form's errors, at the top; focused when the page loads. */
export function ErrorSummary({
  title,
  errors,
  hint = "What you entered is still below.",
}: ErrorSummaryProps) {
  return (
    <section
      className="summary-box"
      role="alert"
      aria-labelledby="error-summary"
      tabIndex={-1}
      {...AUTOFOCUS}
    >
      <h2 id="error-summary">{title}</h2>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={`${error.href} ${error.message}`}>
              <a href={error.href}>{error.message}</a>
            </li>
          ))}
        </ul>
      )}
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}
