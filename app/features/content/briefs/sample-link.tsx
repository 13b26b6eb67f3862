import { usePlansLink } from "~/access/plans-link";

/** To the brief that stands whole for everybody, beside the plans. */
export function SampleLink({ children }: { children: string }) {
  const { href, ...link } = usePlansLink({ marks: false });
  return (
    <a href={`${href}#sample`} {...link}>
      {children}
    </a>
  );
}

/** Said of that brief itself wherever it is locked. */
export const OurSample = () => (
  <p>
    This brief is our sample. <SampleLink>Read it whole, free</SampleLink>
  </p>
);
