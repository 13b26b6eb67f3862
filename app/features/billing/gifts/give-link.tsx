/** The link to buying a gift. */
export const GiveLink = () => (
  <p className="text-sm text-muted">
    Know somebody who should read this? <a href="/subscription/gift">Give as a gift</a>: they get an email
    with a link.
  </p>
);
