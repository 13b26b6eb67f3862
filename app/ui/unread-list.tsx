import { EmptyState } from "./message";

/** In the place of a list that could not be read: its exact words alone would say that there is nothing. */
export const UnreadList = ({ title }: { title: string }) => (
  <EmptyState title={title}>This list could not be read. Please reload the page in a moment.</EmptyState>
);
