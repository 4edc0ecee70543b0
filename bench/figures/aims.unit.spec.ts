import { expect, it } from 'vitest';
import { cellsOf, type ServerName } from '../plan.js';
import { aimsOf, verdictOf } from './aims.js';
import type { Sample } from './sample.js';
import { Summary } from './summary.js';

const least = { kind: 'at least', limit: 2.8, stretch: 3.3 } as const;
const most = { kind: 'at most', limit: 1.4 } as const;

it.each([
  [2.79, least, 'missed'],
  [2.8, least, 'met'],
  [3.3, least, 'met, with the stretch'],
  [1.4, most, 'met'],
  [1.41, most, 'missed'],
  [NaN, most, 'not measured'],
])('%d held against %o is %s', (value, bound, verdict) => {
  expect(verdictOf({ text: '', value, bound })).toBe(verdict);
});

it('a run without samples has met nothing, and missed nothing', () => {
  const aims = aimsOf(new Summary([]), new Map());
  expect(new Set(aims.map(verdictOf))).toEqual(new Set(['not measured']));
});

/** The value of all figures of each server. */
const FIGURES = { single: 2, group: 4, 'lean-single': 8, 'lean-group': 16, memory: 32, sandi: 1 } as const;

it('each aim is held against the server that it names', () => {
  const servers = Object.entries(FIGURES) as [ServerName, number][];
  const samples = cellsOf([1, 16, 64, 256], [0, 150]).flatMap((cell) =>
    servers.map(([server, figure]): Sample => {
      const latencies = { p50Ms: figure, p99Ms: figure };
      const cpu = { serviceCpu: figure, databaseCpu: figure, toolsCpu: figure };
      return { cell, leg: 0, server, perSecond: figure, ...latencies, ...cpu };
    }),
  );
  const aims = aimsOf(new Summary(samples), new Map(servers));
  expect(aims.map(({ text, value }) => `${text}: ${value}`)).toEqual([
    'sends/s, mean of 16 to 256 connections, no delay, by one at a time: 0.5',
    'sends/s, mean of 16 to 256 connections, no delay, by group commit: 0.25',
    'sends/s, one connection, no delay, by one at a time: 0.5',
    'sends/s, 256 connections, 150 ms, by no database: 0.03125',
    'added latency of arrivals, p50, by one at a time: 0.5',
    'added latency of arrivals, p99, by one at a time: 0.5',
    'CPU of the service, 64 connections, by one at a time: 0.5',
    'CPU of the database, 64 connections, by one at a time: 0.5',
    'peak memory, by one at a time: 0.5',
    'sends/s, mean of 16 to 256 connections, no delay, by lean one at a time: 0.125',
    'sends/s, mean of 16 to 256 connections, no delay, by lean group commit: 0.0625',
    'sends/s, 16 connections, no delay, by lean one at a time: 0.125',
    'sends/s, one connection, no delay, by lean one at a time: 0.125',
    'added latency of arrivals, p50, by lean one at a time: 0.125',
    'added latency of arrivals, p99, by lean one at a time: 0.125',
    'CPU of the service, 64 connections, by lean one at a time: 0.125',
    'CPU of the database, 64 connections, by lean one at a time: 0.125',
    'peak memory, by lean one at a time: 0.125',
  ]);
});
