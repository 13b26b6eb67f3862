/** Lines that scripts without React draw, too. */
export const CLOCK = "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 6v4.2l2.8 1.8";
/** In circles, as buttons. */
export const PAUSE = "M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0M8 7v6M12 7v6";
export const RESUME = "M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0M8.4 6.8v6.4l5-3.2z";

/** A line icon, as `Icon` renders it. */
export function drawIcon(path: string): SVGSVGElement {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  icon.setAttribute("class", "icon");
  icon.setAttribute("viewBox", "0 0 20 20");
  icon.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  icon.append(line);
  return icon;
}
