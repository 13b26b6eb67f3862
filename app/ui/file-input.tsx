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
  /** Media types, separated by commas; also the browser's filter. */
  accept?: string;
  /** The current picture with its description ("1,600 by 1,067 pixels, 84 kB"). */
  current?: { src: string; alt: string; about?: ReactNode; focus?: string };
  /** The aspect ratio of the crop. */
  ratio?: "3x2" | "16x9";
  /** Shown uncropped within that shape. */
  whole?: boolean;
  /** For a person: the placeholder is a person, too. */
  portrait?: boolean;
  /** Chosen before the form was refused: it is kept, and can be removed. */
  kept?: PendingPicture;
  /** Lets the person choose an existing picture. */
  library?: ReactNode;
  onChange?: () => void;
};

/**
 * A picture input: shows the current picture and, with script, a preview on a canvas (a blob URL would need a
 * wider content policy).
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
    portrait,
    kept,
    library,
    onChange,
  } = props;
  const picture = kept ? { src: kept.src, alt: "The picture you chose", focus: undefined } : current;
  const shape = cx("pic", `pic--${ratio}`, whole && "pic--whole");
  return (
    <Field label={label} name={name} id={id} hint={hint} error={error} errorAt={errorAt} required={required}>
      <div className="upload">
        <div>
          {picture ? (
            <img
              className={`${shape} when-kept`}
              src={picture.src}
              alt={picture.alt}
              data-focus={picture.focus}
            />
          ) : (
            <NoPicture ratio={ratio} portrait={portrait} className="when-kept" />
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
            // Not required if there is a current or a library picture; the server then decides.
            required={required && !picture && !library}
            data-preview=""
            onChange={onChange}
          />
          {kept && (
            <>
              <input type="hidden" name={pendingIdField(name)} value={kept.id} />
              <Checkbox className="when-kept" name={discardField(name)} label="Discard this picture" />
            </>
          )}
          {library}
        </div>
      </div>
    </Field>
  );
}

const CHOSEN = "Chosen, not saved yet";

function stateOf({ kept, current }: FileInputProps): string {
  if (kept) return CHOSEN;
  return current ? "Current picture" : "No picture yet";
}

type NoPictureProps = { ratio?: "3x2" | "16x9"; portrait?: boolean; className?: string };

/** The placeholder: our mark, or a person, in muted colours. */
export function NoPicture({ ratio = "3x2", portrait, className }: NoPictureProps) {
  return (
    <svg
      className={className ? `pic pic--${ratio} ${className}` : `pic pic--${ratio}`}
      viewBox="0 0 60 40"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {portrait ? (
        <>
          <path className="art-soft" d="M12 40c0-9 8-12.5 18-12.5S48 31 48 40z" />
          <path className="art-mid" d="M26.5 24h7v5.5a3.5 3.5 0 0 1-7 0zM30 27.5l-4.5 2 4.5 5 4.5-5z" />
          <path className="art-soft" d="M22.5 15a7.5 8.5 0 0 1 15 0c0 6-3.5 10.5-7.5 10.5S22.5 21 22.5 15z" />
          <path
            className="art-mid"
            d="M21.5 16c-1-7 3-11 8.5-11s9.5 4 8.5 11c-1-4-3-5.5-5-5.5-4 0-10-1-12 5.5z"
          />
        </>
      ) : (
        <>
          <path className="art-soft" d="M20 25a10 10 0 0 1 20 0z" />
          <path className="art-mid" d="M14 26h32v1H14z" />
        </>
      )}
    </svg>
  );
}
