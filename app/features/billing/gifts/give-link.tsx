/** The link to buying a gift. */
export const GiveLink = () => (
  <p className="text-sm text-muted">
    Know somebody who should read this? <a href="/subscription/gift">Give it to somebody</a>: they get a mail
    with a link.
  </p>
);
