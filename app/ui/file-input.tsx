import type { ReactNode } from "react";
import { cx } from "./class-names";
import { Checkbox, controlAttributes, Field } from "./field";
import { discardField, type PendingPicture, pendingIdField } from "./pending-picture";

type FileInputProps = {
  label: ReactNode;
  name: string;
  id?: string;
  hint?: ReactNode;
  error?: string;
  errorAt?: string;
  required?: boolean;
  /** Media types, comma separated; also what the browser offers. */
  accept?: string;
  /** The picture in use now, with a line about it ("1,600 by 1,067 pixels, 84 kB"). */
  current?: { src: string; alt: string; about?: ReactNode };
  /** The shape the picture is cut to. */
  ratio?: "3x2" | "16x9";
  /** Shown whole in that shape instead of cut to it. */
  whole?: boolean;
  /** Chosen before the form was refused: it need not be chosen again, and can be left out. */
  kept?: PendingPicture;
  onChange?: () => void;
};

/**
 * Choosing a picture: what is in use, and with script what was chosen, drawn on a canvas (a blob URL in an
 * img would need a wider content policy).
 */
export function FileInput(props: FileInputProps) {
  const {
    label,
    name,
    id = name,
    hint,
    error,
    errorAt,
    required,
    accept,
    current,
    ratio = "3x2",
    whole,
    kept,
    onChange,
  } = props;
  const picture = kept ? { src: kept.src, alt: "The picture you chose" } : current;
  const shape = cx("pic", `pic--${ratio}`, whole && "pic--whole");
  return (
    <Field label={label} name={name} id={id} hint={hint} error={error} errorAt={errorAt} required={required}>
      <div className="upload">
        <div>
          {picture ? (
            <img className={`${shape} when-kept`} src={picture.src} alt={picture.alt} />
          ) : (
            <NoPicture ratio={ratio} className="when-kept" />
          )}
          <canvas className={`${shape} when-chosen`} role="img" aria-label="The picture you chose" />
        </div>
        <div className="upload-words">
          <p className="text-sm">
            <strong className="when-kept">{stateOf(props)}</strong>
            <strong className="when-chosen">{CHOSEN}</strong>
          </p>
          {!kept && current?.about !== undefined && <p className="hint when-kept">{current.about}</p>}
          <input
            type="file"
            {...controlAttributes(props)}
            accept={accept}
            // A picture in use need not be sent again.
            required={required && !picture}
            data-preview=""
            onChange={onChange}
          />
          {kept && (
            <>
              <input type="hidden" name={pendingIdField(name)} value={kept.id} />
              <Checkbox className="when-kept" name={discardField(name)} label="Leave this picture out" />
            </>
          )}
        </div>
      </div>
    </Field>
  );
}

const CHOSEN = "Chosen, not saved yet";

function stateOf({ kept, current }: FileInputProps): string {
  if (kept) return CHOSEN;
  return current ? "In use now" : "No picture yet";
}

/** Where a picture would be: the bell on its line, in the quiet art colours. */
export function NoPicture({ ratio = "3x2", className }: { ratio?: "3x2" | "16x9"; className?: string }) {
  return (
    <svg
      className={className ? `pic pic--${ratio} ${className}` : `pic pic--${ratio}`}
      viewBox="0 0 60 40"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className="art-soft" d="M20 25a10 10 0 0 1 20 0z" />
      <path className="art-mid" d="M14 26h32v1H14z" />
    </svg>
  );
}
