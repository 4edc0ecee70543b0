import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { ReadQueue } from './read-queue.js';

const request = (token: string | undefined, method = 'GET', config = {}) =>
  ({
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    routeOptions: { config },
  }) as unknown as FastifyRequest;

/** Begins requests at once; each notes its name when it starts. */
function begin(turns: ReadQueue, ...requests: [name: string, request: FastifyRequest][]): string[] {
  const started: string[] = [];
  for (const [name, each] of requests)
    turns.enter(each, (error) => started.push(error ? `${name}: ${error.message}` : name));
  return started;
}

async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate();
}

it('a read that meets no other starts at once; the others one a turn', async () => {
  const started = begin(new ReadQueue(), ['a', request('x')], ['b', request('x')], ['c', request('x')]);
  expect(started).toEqual(['a']);
  await after(1);
  expect(started).toEqual(['a', 'b']);
  await after(1);
  expect(started).toEqual(['a', 'b', 'c']);
});

it('another account waits for one read of a crowd, and not for all', async () => {
  const crowd = Array.from({ length: 20 }, (_, n): [string, FastifyRequest] => [`crowd${n}`, request('x')]);
  const started = begin(new ReadQueue(), ...crowd, ['other', request('y')]);
  await after(2);
  expect(started).toEqual(['crowd0', 'crowd1', 'other']);
  await after(20);
  expect(started).toHaveLength(21);
});

it('many credentials of one account stand in one line, once they have been let in', async () => {
  const turns = new ReadQueue();
  const crowd = Array.from({ length: 20 }, (_, n): [string, FastifyRequest] => [`c${n}`, request(`x${n}`)]);
  for (const [, each] of crowd) turns.know(each, 7);
  const started = begin(turns, ...crowd, ['other', request('y')]);
  await after(2);
  expect(started).toEqual(['c0', 'c1', 'other']);
});

it('sends, strangers and all else never wait; a search does', async () => {
  const started = begin(
    new ReadQueue(),
    ['read', request('x')],
    ['send', request('x', 'POST')],
    ['stranger', request(undefined)],
    ['search', request('x', 'POST', { isRead: true })],
  );
  expect(started).toEqual(['read', 'send', 'stranger']);
  await after(1);
  expect(started).toEqual(['read', 'send', 'stranger', 'search']);
});

it('a line has an end', async () => {
  const crowd = Array.from({ length: 202 }, (_, n): [string, FastifyRequest] => [`${n}`, request('x')]);
  const started = begin(new ReadQueue(), ...crowd);
  expect(started[0]).toBe('0');
  expect(started[1]).toMatch(/^201: /);
  await after(250);
  expect(started).toHaveLength(202);
});
