const MANIFEST_PATH = "/manifest.webmanifest";

/** Adds the manifest last, because browsers would load it before pictures. */
export function nameManifest(): void {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = MANIFEST_PATH;
  document.head.append(link);
}
