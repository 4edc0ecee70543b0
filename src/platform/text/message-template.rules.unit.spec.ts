import { describe, expect, it } from 'vitest';
import { fillTemplate, isTemplate, TEMPLATES } from './message-template.rules.js';

describe('a template', () => {
  it.each(Object.values(TEMPLATES))('of ours is one: %s', (template) => {
    expect(isTemplate(template)).toBe(true);
  });

  it.each([
    ['has no place for the code', 'Kode {brand} Anda.'],
    ['has two', '{code} {code}'],
    ['has an unknown place', '{code} {name}'],
    ['is too long', `{code}${'x'.repeat(300)}`],
    ['has control characters', '{code}\u0007'],
  ])('is refused when it %s', (_what, template) => {
    expect(isTemplate(template)).toBe(false);
  });

  it('takes the brand as plain words, whatever it holds', () => {
    const brand = "*Toko* {code} $& $'";
    expect(fillTemplate('{brand} {code}', { code: '1234', brand })).toBe("Toko {code} $& $' 1234");
  });
});
