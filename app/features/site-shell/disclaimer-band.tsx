/**
 * Words that pass by in a 60 second loop (specification, section 1). They stand still under the pointer, with the
 * focus, while Pause is ticked, and always for readers who asked for less motion. No script.
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
