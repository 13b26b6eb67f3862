/** Stands for a part of a screen that failed or took too long; the rest of the screen is complete. */
export const LatePart = ({ what = "This part" }) => (
  <p className="meta">{`${what} could not be loaded. Reload the page to see it.`}</p>
);
