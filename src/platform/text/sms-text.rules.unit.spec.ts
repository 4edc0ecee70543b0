import { describe, expect, it } from 'vitest';
import { fillTemplate, TEMPLATES } from './message-template.rules.js';
import { smsText } from './sms-text.rules.js';

describe('the text of an SMS', () => {
  it('is without the markup of WhatsApp', () => {
    expect(smsText('*482910* adalah _kode_ `OTP` Toko Budi.')).toBe('482910 adalah kode OTP Toko Budi.');
  });

  it('is in the GSM alphabet where its characters have a form in it', () => {
    expect(smsText('“Kopi” – Rp\u00a05.000… l’été ①')).toBe('"Kopi" - Rp 5.000... l\'été 1');
    expect(smsText('kode Zoë ā')).toBe('kode Zoe a');
  });

  it('stays as it is where one of them has none', () => {
    expect(smsText('482910 “咖啡”')).toBe('482910 “咖啡”');
  });

  it('fits one segment of 160 with any code and a brand of the GSM alphabet', () => {
    for (const template of Object.values(TEMPLATES)) {
      const text = smsText(fillTemplate(template, { code: '1234567890', brand: 'é'.repeat(20) }));
      expect(text).not.toContain('*');
      expect(text.length).toBeLessThanOrEqual(160);
    }
  });
});
