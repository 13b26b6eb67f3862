import { LockedPoster, LockPanel } from "~/features/entitlements/lock";
import { Art } from "~/ui/art";
import { posterOf } from "./poster.rules";

type VideoLockProps = {
  id: string;
  note?: string;
  /** The way in, for who is not signed in. */
  signIn?: string;
};

/** Stands where the player would. */
export function VideoLock({ id, note, signIn }: VideoLockProps) {
  return (
    <>
      <LockedPoster drawing={<Art {...posterOf(id)} />} />
      <LockPanel
        title="This video is available to Premium or Private subscribers only."
        points={["This film, from beginning to end", "Every other video for members"]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
