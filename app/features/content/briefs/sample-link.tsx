import { usePlansLink } from "~/access/plans-link";

/** Links to the public sample next to the plans. */
export function SampleLink({ children }: { children: string }) {
  const { href, ...link } = usePlansLink({ marks: false });
  return (
    <a href={`${href}#sample`} {...link}>
      {children}
    </a>
  );
}

/** The label of the sample itself behind the paywall of other pages. */
export const SampleNote = () => (
  <p>
    This brief is our sample. <SampleLink>Read it in full for free</SampleLink>
  </p>
);
