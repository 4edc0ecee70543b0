import { describe, expect, it } from 'vitest';
import { helpText, readSettings, SettingError, unknownVariables } from '../../simulator/settings.js';
import { SWITCH_NAMES } from '../../simulator/switches.js';

describe('the environment', () => {
  it('has a default for every variable', () => {
    expect(readSettings({ SIMULATOR_CALLBACK_URL: '' })).toMatchObject({
      port: 3900,
      host: '127.0.0.1',
      token: 'simulator-token',
      callbackUrl: null,
      callbackSecret: null,
    });
  });

  it('sets every kind of switch', () => {
    const { switches } = readSettings({
      SIMULATOR_ANSWER_DELAY_MS: '25',
      SIMULATOR_REFUSE: '429 pelan-pelan',
      SIMULATOR_REFUSE_RATE: '0.25',
      SIMULATOR_CALLBACK_ORDER: 'early',
      SIMULATOR_FAILURE_TEXT: '123',
      SIMULATOR_DISCONNECTED: '1',
    });
    expect(switches).toMatchObject({
      answerDelayMs: 25,
      refuse: { status: 429, error: 'pelan-pelan' },
      refuseRate: 0.25,
      callbackOrder: 'early',
      failureText: '123',
      disconnected: true,
    });
    expect(readSettings({ SIMULATOR_REFUSE: '400' }).switches?.refuse).toMatchObject({ status: 400 });
    expect(readSettings({ SIMULATOR_REFUSE: 'never' }).switches?.refuse).toBe('never');
  });

  it.each([
    ['SIMULATOR_PORT', '70000'],
    ['SIMULATOR_PORT', '39OO'],
    ['SIMULATOR_TOKEN', 'two words'],
    ['SIMULATOR_CALLBACK_URL', 'localhost:3000'],
    ['SIMULATOR_CALLBACK_SECRET', 'whsec_!!'],
    ['SIMULATOR_MAX_MESSAGES', '0'],
    ['SIMULATOR_ANSWER_DELAY_MS', 'soon'],
    ['SIMULATOR_REFUSE', '99'],
    ['SIMULATOR_REFUSE_RATE', '1,5'],
    ['SIMULATOR_TIMELINE', 'later'],
    ['SIMULATOR_DISCONNECTED', 'maybe'],
  ])('stops at a wrong %s (%s), naming it', (variable, value) => {
    const read = (): unknown => readSettings({ [variable]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(variable);
  });

  it('never shows a wrong secret', () => {
    expect(() => readSettings({ SIMULATOR_CALLBACK_SECRET: 'whsec_s3cr3t!' })).not.toThrow('s3cr3t');
  });

  it('finds misspelt variables', () => {
    expect(unknownVariables({ SIMULATOR_REFUZE: '1', SIMULATOR_REFUSE: '429', PORT: '1' })).toEqual([
      'SIMULATOR_REFUZE',
    ]);
  });

  it('is documented by --help, every switch of it', () => {
    for (const name of SWITCH_NAMES) expect(helpText()).toContain(`in JSON: ${name};`);
  });
});
