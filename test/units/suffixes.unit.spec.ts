import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOTS = ['src', 'simulator', 'bench', 'dashboard/src', 'dashboard/build', 'scripts', 'test'];
/** Each is included by a project, wherever the file lies. */
const KINDS = /[.](?:unit|e2e|browser|galera)[.]spec[.]ts$/;

it('every spec says by its suffix in which project it runs', () => {
  const specs = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:[.-]spec|[.]test)[.][cm]?[jt]sx?$/.test(path))
      .map((path) => `${root}/${path}`),
  );
  expect(specs.length).toBeGreaterThan(200);
  expect(specs.filter((path) => !KINDS.test(path))).toEqual([]);
});
