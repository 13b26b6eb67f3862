/**
 * Turns a page's scripts into inert text until its form is touched (`ui/enhance/scripts-on-use`). Elements
 * keep their places, so that React can hydrate.
 * @param html as Remix rendered it; only scripts with a nonce are its own
 */
export const deferScripts = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replaceAll(
      /<script nonce="([^"]*)"(?: type="([^"]*)")?(?: async="")?>/g,
      (_, nonce: string, type = "") => `<script type="text/plain" data-later="${type}" nonce="${nonce}">`,
    );
