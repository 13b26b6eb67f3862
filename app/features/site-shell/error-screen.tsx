import type { ReactNode } from "react";
import { ErrorPage } from "~/ui/error-page";
import { BareFrame } from "./bare-frame";

type ErrorScreenProps = {
  siteName: string;
  status: number;
  /** What the thrower said; the status speaks for itself when empty. */
  message?: string;
  requestId?: string;
  /** What this reader is to know on every page. */
  notice?: ReactNode;
};

/** A whole error page: it needs no data about the viewer, so it can be drawn when nothing else works. */
export function ErrorScreen({ siteName, status, message, requestId, notice }: ErrorScreenProps) {
  return (
    <BareFrame siteName={siteName} plain horizon>
      {notice}
      <ErrorPage status={status} sentence={message || undefined} requestId={requestId} />
    </BareFrame>
  );
}
