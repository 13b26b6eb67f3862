/** The address for questions next to the number, if the owner has set one. */
export const SupportAddress = ({ email }: { email?: string }) =>
  email && (
    <>
      {" "}
      Or email <a href={`mailto:${email}`}>{email}</a>.
    </>
  );
