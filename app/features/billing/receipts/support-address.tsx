/** Where questions are sent beside the number, where the owner has such an address. */
export const SupportAddress = ({ email }: { email?: string }) =>
  email && (
    <>
      {" "}
      Or write to <a href={`mailto:${email}`}>{email}</a>.
    </>
  );
