import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { Device } from '../../gateway/index.js';
import { checkApiVersions } from './devices.js';

const device = (name: string, driver: string, settings: Record<string, string>, state = 'active') =>
  Object.assign(new Device(), { name, driver, settings, state });

describe('the API version of a device', () => {
  it('has a line for each device whose gateway ends versions, and a fix half a year before', () => {
    const devices = [
      device('lama', 'meta', { api_version: 'v23.0' }),
      device('usual', 'meta', {}),
      device('newest', 'meta', { api_version: 'v26.0' }),
      device('off', 'meta', { api_version: 'v23.0' }, 'disabled'),
      device('other', 'waha', {}),
    ];
    expect(checkApiVersions(devices, new Date('2027-05-01'))).toEqual([
      {
        result: 'bad',
        text: 'lama uses v23.0, which ends by 2027-10-08',
        fix: 'Set `api_version` to v25.0 in the settings of the device.',
      },
      { result: 'good', text: 'usual uses v25.0, which ends by 2028-07-29' },
      { result: 'good', text: 'newest uses v26.0, which has no end announced' },
    ]);
  });
});
