import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import "./player.css";

/** A drawing that links to the player. It works without script, and loads nothing before the click. */
export function PosterLink(props: { to: string; label: string; drawing: ReactNode; children: ReactNode }) {
  const { to, label, drawing, children } = props;
  return (
    <div className="stage" id="player">
      <a className="stage-poster" href={to} rel="nofollow" aria-label={label}>
        {drawing}
        <span className="play">
          <Icon name="play" />
        </span>
      </a>
      <p className="meta">{children}</p>
    </div>
  );
}

/**
 * The other site's player in its reserved room, with a link to the video for when playback here is blocked.
 */
export function Player({ src, title, watchUrl }: { src: string; title: string; watchUrl: string }) {
  return (
    <div className="stage" id="player">
      <iframe
        src={src}
        title={title}
        width="640"
        height="360"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <p className="meta">
        Video not playing?{" "}
        <a href={watchUrl} target="_blank" rel="noopener noreferrer">
          Open it on YouTube
        </a>
      </p>
    </div>
  );
}

/** The drawing with the reason why there is no player. */
export function UnavailablePlayer({ drawing, children }: { drawing: ReactNode; children: ReactNode }) {
  return (
    <div className="stage" id="player">
      {drawing}
      <p className="meta">{children}</p>
    </div>
  );
}
