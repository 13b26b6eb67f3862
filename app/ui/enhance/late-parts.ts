/** Parts rendered late (`content-visibility`), in page order; the stylesheets define which. */
const MAY_WAIT = ".below > .section, .rail, .picks tbody tr, .operation";

/**
 * Lays out distant parts one by one while the browser is idle, so that the page gets its full height. Parts
 * above the viewport stay as they are, because they would move the text. Without idle callbacks a part waits
 * until it is near.
 */
export function layOutWhenIdle(): void {
  if (!("requestIdleCallback" in window)) return;
  const parts = document.querySelectorAll<HTMLElement>(MAY_WAIT).values();
  const lookAtNext = () => {
    const { value } = parts.next();
    if (value) observer.observe(value);
  };
  // An observer knows the position without forcing a layout.
  const observer = new IntersectionObserver((entries) => {
    for (const { target, boundingClientRect } of entries) {
      observer.unobserve(target);
      const waits = getComputedStyle(target).contentVisibility === "auto";
      if (!waits || boundingClientRect.top <= innerHeight) lookAtNext();
      else
        requestIdleCallback(() => {
          (target as HTMLElement).style.contentVisibility = "visible";
          lookAtNext();
        });
    }
  });
  lookAtNext();
}
