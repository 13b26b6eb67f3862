import { expect, it } from "vitest";
import { deferScripts } from "~/web/defer-scripts.server";

it("moving scripts into a template keeps their text and attributes", () => {
  const page =
    '<link rel="modulepreload" href="/assets/a.js"/><script nonce="n">one()</script>' +
    '<script nonce="n" type="module" async="">import "/assets/b.js";</script>';
  expect(deferScripts(page)).toBe(
    '<link rel="later" href="/assets/a.js"/><script type="text/plain" data-later="" nonce="n">one()</script>' +
      '<script type="text/plain" data-later="module" nonce="n">import "/assets/b.js";</script>',
  );
});

it("moving scripts ignores those of other sources", () => {
  const page =
    '<script type="module" src="/assets/enhance-x.js"></script><script async="" src="/a.js" nonce="n"></script>';
  expect(deferScripts(page)).toBe(page);
});
