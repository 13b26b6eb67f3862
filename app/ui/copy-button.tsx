import { Button } from "./button";
import { Icon } from "./icon";
import { WithScript } from "./with-script";

type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string;
  label: string;
  /** Said for two seconds afterwards ("Link copied!"). */
  copied: string;
};

/** There only where script runs; without it the text stands beside it and can be selected. */
export function CopyButton({ text, label, copied }: CopyButtonProps) {
  return (
    <WithScript>
      <Button type="button" icon="copy" data-copy={text}>
        {label}
      </Button>
      {/* Spans, so the button may stand in a paragraph. */}
      <span className="toasts" role="status">
        <span className="toast" hidden data-timeout={2000} data-copied="">
          <Icon name="check" />
          <span className="say">{copied}</span>
        </span>
      </span>
    </WithScript>
  );
}
