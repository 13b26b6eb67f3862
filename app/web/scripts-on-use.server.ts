/**
 * A page whose scripts wait in it as text until its form is touched (`ui/enhance/scripts-on-use`). React finds every element
 * where it drew it: they are other words, and no other places.
 * @param html as Remix drew it; only scripts with a nonce are its own
 */
export const deferScripts = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replaceAll(
      /<script nonce="([^"]*)"(?: type="([^"]*)")?(?: async="")?>/g,
      (_, nonce: string, type = "") => `<script type="text/plain" data-later="${type}" nonce="${nonce}">`,
    );
