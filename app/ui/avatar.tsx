import { initialsOf } from "./format";

type AvatarProps = {
  name: string;
  /** URL of the picture. */
  picture?: string;
  /** Initials to use instead of the name's. */
  initials?: string;
};

/** A person's round picture, or their initials. */
export function Avatar({ name, picture, initials }: AvatarProps) {
  return (
    <span className="avatar" aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" width="36" height="36" loading="lazy" />
      ) : (
        (initials ?? initialsOf(name))
      )}
    </span>
  );
}
