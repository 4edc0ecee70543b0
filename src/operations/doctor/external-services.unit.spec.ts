import 'reflect-metadata';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { describe, expect, it } from 'vitest';
import { Config } from '../../config/index.js';
import { SystemClock } from '../../platform/time/clock.js';
import { checkAddress, checkClock } from './external-services.js';
import { bad, good, lineOf, none, summaryOf } from './report.rules.js';

describe('the clocks', () => {
  it.each([
    [{ 'the database': 0.2, 'https://otp.example.com': -4.9 }, 'good'],
    [{ 'the database': -5.1, 'https://otp.example.com': 0 }, 'bad'],
    [{ 'the database': undefined, 'https://otp.example.com': 7200 }, 'bad'],
    [{ 'the database': undefined }, 'none'],
  ])('%j are %s', (others, result) => {
    expect(checkClock(others).result).toBe(result);
  });
});

/** A client to which every address responds like Sandi. */
const everywhere = axios.create({
  adapter: (config) =>
    Promise.resolve({ config, status: 200, statusText: 'OK', headers: {}, data: '{"status":"live"}' }),
});

describe('the address for callbacks, where Sandi answers at it,', () => {
  const find = async (NODE_ENV: string, PUBLIC_URL: string | undefined) => {
    const config = Object.assign(new Config(), { NODE_ENV, PUBLIC_URL });
    return (await checkAddress(config, new SystemClock(), new HttpService(everywhere))).finding;
  };

  it.each([
    undefined,
    'http://localhost:3000',
    'http://sandi.localhost:3000',
    'http://127.0.0.1:3000',
    'https://10.0.0.5',
    'https://192.168.1.5:8443/sandi',
    'http://[::1]:3000',
    'https://[fd00::5]',
    'http://sandi:3000',
    'http://sandi.otp.svc.cluster.local',
    'http://sandi.otp.svc',
    'http://host.docker.internal:3000',
  ])('is a problem in production as %s, which nobody else can reach', async (url) => {
    expect(await find('production', url)).toMatchObject({
      result: 'bad',
      text: expect.stringMatching(/ is no address for anybody outside$/) as string,
      fix: expect.stringContaining('PUBLIC_URL') as string,
    });
  });

  it.each([
    ['production', 'https://otp.example.com'],
    ['production', 'https://localhost.example.com/sandi'],
    ['production', 'https://8.8.8.8'],
    ['production', 'https://[2606:4700:4700::1111]'],
    ['development', undefined],
    ['development', 'http://127.0.0.1:3000'],
  ])('is good in %s as %s, and nobody claims that it was tried from outside', async (environment, url) => {
    expect(await find(environment, url)).toMatchObject({
      result: 'good',
      text: expect.stringMatching(/ answers from here; that it does from outside was not proven$/) as string,
    });
  });
});

describe('the report', () => {
  it('is one line for each, with the fix below a problem', () => {
    expect(lineOf('mail', good('fine'))).toBe('✓ mail             fine\n');
    expect(lineOf('Redis', none('not used'))).toBe('– Redis            not used\n');
    expect(lineOf('device', bad('is\n\u001b[2Jout', 'Start it.'))).toBe(
      '✗ device           is [2Jout\n                   → Start it.\n',
    );
  });

  it('ends with the number of problems', () => {
    expect(summaryOf([good('fine'), none('not used')])).toBe('All is well.\n');
    expect(summaryOf([bad('out', 'fix')])).toBe('1 problem to fix.\n');
    expect(summaryOf([bad('out', 'fix'), bad('out', 'fix')])).toBe('2 problems to fix.\n');
  });
});
