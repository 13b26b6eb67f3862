/** The first keyboard stop on every page. */
export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  );
}
