const MANIFEST_PATH = "/manifest.webmanifest";

/** Names the manifest when all else is there: browsers fetch one that the page names before its pictures. */
export function nameManifest(): void {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = MANIFEST_PATH;
  document.head.append(link);
}
