import { Button } from "./button";
import { Icon } from "./icon";
import { TOAST_MS } from "./toast";
import { ScriptOnly } from "./with-script";

type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string;
  label: string;
  /** Said for a moment afterwards ("Link copied!"). */
  copied: string;
};

/** There only where script runs; without it the text stands beside it and can be selected. */
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
 * Copies the code of the figure it stands in. The page has one `CopiedToast` for all of them.
 * @param what tells it from the others for who hears it
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

/** Says for a moment that something was copied. Made of spans, so that it may stand in a paragraph. */
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
