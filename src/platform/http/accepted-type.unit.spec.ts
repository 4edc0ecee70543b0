import { expect, it } from 'vitest';
import { prefersHtml } from './accepted-type.js';

it.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['text/html', true],
  ['text/*', true],
  ['TEXT/HTML;q=0.9, application/json;q=0.8', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0', false],
  ['text/html;q=viel', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
])('reads Accept %s', (accept, isHtml) => {
  expect(prefersHtml(accept)).toBe(isHtml);
});
