import { Button } from "./button";
import { Icon } from "./icon";
import { TOAST_MS } from "./toast";
import { ScriptOnly } from "./with-script";

type CopyButtonProps = {
  /** The text to copy. */
  text: string;
  label: string;
  /** Shown briefly afterwards ("Link copied!"). */
  copied: string;
};

/** Visible only with script; without it the text next to it can be selected. */
export function CopyButton({ text, label, copied }: CopyButtonProps) {
  return (
    <ScriptOnly>
      <Button type="button" icon="copy" data-copy={text}>
        {label}
      </Button>
      <CopiedToast copied={copied} />
    </ScriptOnly>
  );
}

/**
 * Copies the code of its figure. The page has one `CopiedToast` for all.
 * @param what distinguishes it for screen readers
 */
export function CopyCodeButton({ what }: { what: string }) {
  return (
    <ScriptOnly>
      <Button type="button" variant="quiet" size="sm" data-copy="" aria-label={`Copy: ${what}`}>
        Copy
      </Button>
    </ScriptOnly>
  );
}

/** Confirms a copy briefly. Uses spans, so that it is valid in a paragraph. */
export function CopiedToast({ copied }: { copied: string }) {
  return (
    <span className="toasts" role="status">
      <span className="toast" hidden data-timeout={TOAST_MS.copied} data-copied="">
        <Icon name="check" />
        <span className="say">{copied}</span>
      </span>
    </span>
  );
}
