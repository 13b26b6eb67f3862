import { initialsOf } from "./format";

type AvatarProps = {
  name: string;
  /** URL of the picture. */
  picture?: string;
  /** Two letters instead of those of the name. */
  initials?: string;
};

/** The round picture of a person, or the initials. */
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
