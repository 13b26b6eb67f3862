import { drawIcon, PAUSE, RESUME } from "~/ui/icon-paths";

const PLACE = ".live-pause";

/** Figures that change by themselves need a button that stops them. */
export const hasPlaceForButton = (): boolean => document.querySelector(PLACE) !== null;

/**
 * Puts the button into its place.
 * @returns shows whether the figures are paused
 */
export function addPauseButton(toggle: () => void): (isPaused: boolean) => void {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", toggle);
  document.querySelector(PLACE)?.append(button);
  return (isPaused) => {
    button.title = isPaused ? "Resume live prices" : "Pause live prices";
    button.setAttribute("aria-label", button.title);
    button.replaceChildren(drawIcon(isPaused ? RESUME : PAUSE));
  };
}
