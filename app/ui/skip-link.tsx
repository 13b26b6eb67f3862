/** The first stop of the keyboard on every page. */
export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  );
}
