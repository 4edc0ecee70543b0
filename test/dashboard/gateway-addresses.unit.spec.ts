import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ADDRESS, EXAMPLE_ADDRESS } from '../../dashboard/src/pages/admin/devices/addresses.rules.js';
import { DRIVER_NAMES } from '../../src/gateway/drivers/index.js';

const chapters = ['gateways', 'sms'].flatMap((name) =>
  readFileSync(`docs/${name}.md`, 'utf8').split(/^## /m),
);

describe('the address that the form of a device begins with, or shows as an example,', () => {
  it.each(DRIVER_NAMES)('is one, and the one that is documented (%s)', (name) => {
    const [address, ...others] = [DEFAULT_ADDRESS[name], EXAMPLE_ADDRESS[name]].filter(Boolean);
    expect(others).toEqual([]);
    const chapter = chapters.find((text) =>
      new RegExp(`^(- \`driver\`: |Driver )\`${name}\``, 'm').test(text),
    );
    expect(chapter).toContain(`\`${address}\``);
  });
});
