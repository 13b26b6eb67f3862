/**
 * Text that passes in a 60 second loop (specification, section 1). It stops under the pointer, on focus,
 * while Pause is ticked, and for readers who prefer reduced motion. It uses no script.
 */
export function DisclaimerBand({ text }: { text: string }) {
  return (
    <section className="disclaimer-band" aria-label="Disclaimer">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focus stops the movement */}
      <div className="disclaimer-band-window" tabIndex={0}>
        <div className="disclaimer-band-track">
          <p>{text}</p>
          <p aria-hidden="true">{text}</p>
        </div>
      </div>
      <label className="check">
        <input type="checkbox" />
        <span>Pause</span>
      </label>
    </section>
  );
}
