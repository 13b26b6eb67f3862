import type { MouseEvent, ReactNode } from "react";
import { ErrorPage } from "~/ui/error-page";
import { BareFrame } from "./bare-frame";
import { WaysOn } from "./ways-on";

type ErrorScreenProps = {
  siteName: string;
  status: number;
  /** What the thrower said; the status speaks for itself when empty. */
  message?: string;
  requestId?: string;
  /** What this reader is to know on every page. */
  notice?: ReactNode;
  onAgain?: (event: MouseEvent) => void;
};

/** A whole error page: it needs no data about the viewer, so it can be drawn when nothing else works. */
export function ErrorScreen({ siteName, notice, message, ...error }: ErrorScreenProps) {
  return (
    <BareFrame siteName={siteName} plain horizon>
      {notice}
      <ErrorPage {...error} sentence={message || undefined}>
        <WaysOn status={error.status} />
      </ErrorPage>
    </BareFrame>
  );
}
