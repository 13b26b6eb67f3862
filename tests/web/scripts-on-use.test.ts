import { expect, it } from "vitest";
import { deferScripts } from "~/web/scripts-on-use.server";

it("leaves scripts where they are, as text with what they are made of", () => {
  const page =
    '<link rel="modulepreload" href="/assets/a.js"/><script nonce="n">one()</script>' +
    '<script nonce="n" type="module" async="">import "/assets/b.js";</script>';
  expect(deferScripts(page)).toBe(
    '<link rel="later" href="/assets/a.js"/><script type="text/plain" data-later="" nonce="n">one()</script>' +
      '<script type="text/plain" data-later="module" nonce="n">import "/assets/b.js";</script>',
  );
});

it("touches no script that is not the framework's", () => {
  const page =
    '<script type="module" src="/assets/enhance-x.js"></script><script async="" src="/a.js" nonce="n"></script>';
  expect(deferScripts(page)).toBe(page);
});
