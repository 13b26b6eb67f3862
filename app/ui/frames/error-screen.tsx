import { ErrorPage } from "../error-page";
import { BareFrame } from "./bare-frame";

type ErrorScreenProps = {
  siteName: string;
  status: number;
  /** What the thrower said; the status speaks for itself when empty. */
  message?: string;
  requestId?: string;
};

/** A whole error page: it needs no data about the viewer, so it can be drawn when nothing else works. */
export function ErrorScreen({ siteName, status, message, requestId }: ErrorScreenProps) {
  return (
    <BareFrame siteName={siteName} plain horizon>
      <ErrorPage status={status} sentence={message || undefined} requestId={requestId} />
    </BareFrame>
  );
}
