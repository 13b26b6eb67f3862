import { EmptyState } from "./message";

/** Replaces a list that could not be loaded: the exact text alone would suggest that it is empty. */
export const UnreadList = ({ title }: { title: string }) => (
  <EmptyState title={title}>This list could not be loaded. Please reload the page in a moment.</EmptyState>
);
