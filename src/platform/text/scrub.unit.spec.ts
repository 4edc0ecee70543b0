import { describe, expect, it } from 'vitest';
import { scrub } from './scrub.js';

describe('scrubbing a gateway’s words', () => {
  it.each([
    ['cannot send 4829 to 6281234567890', 'cannot send **** to ****'],
    ['+62 812-3456-7890 is not on WhatsApp', '+**** is not on WhatsApp'],
    ['+62 (812) 345-678', '+****'],
    ['48--29', '****'],
    ['code ٤٨٢٩', 'code ****'],
    ['error 463', 'error 463'],
    ['line\nbreak', 'line break'],
  ])('hides every run of four digits or more: %s', (text, scrubbed) => expect(scrub(text)).toBe(scrubbed));

  it('keeps a bounded length', () => expect(scrub('x'.repeat(100_000))).toHaveLength(300));
});
