import type { MouseEvent, ReactNode } from "react";
import { ErrorPage } from "~/ui/error-page";
import { BareFrame } from "./bare-frame";
import { ErrorLinks } from "./error-links";

type ErrorScreenProps = {
  siteName: string;
  status: number;
  /** The error's own message. If it is empty, the status provides one. */
  message?: string;
  requestId?: string;
  /** A notice that this reader sees on every page. */
  notice?: ReactNode;
  onAgain?: (event: MouseEvent) => void;
};

/** A whole error page. It needs no data about the viewer, so it renders when everything else fails. */
export function ErrorScreen({ siteName, notice, message, ...error }: ErrorScreenProps) {
  return (
    <BareFrame siteName={siteName} plain horizon>
      {notice}
      <ErrorPage {...error} sentence={message || undefined}>
        <ErrorLinks status={error.status} />
      </ErrorPage>
    </BareFrame>
  );
}
