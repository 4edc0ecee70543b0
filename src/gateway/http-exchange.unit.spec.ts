import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { Exchange } from './http-exchange.js';

const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;

it('begins once, whatever becomes of the connection', () => {
  const exchange = new Exchange(100);
  expect(exchange.isProvablyUnsent).toBe(true);
  exchange.onRequestStart(controller);
  expect(() => exchange.onRequestStart(controller)).toThrow('ECONNRESET');
  expect(exchange.isProvablyUnsent).toBe(false);
});

it('never begins once it was given up', async () => {
  const exchange = new Exchange(100);
  exchange.giveUp('ECONNABORTED');
  await expect(exchange.answer).rejects.toThrow('ECONNABORTED');
  expect(() => exchange.onRequestStart(controller)).toThrow();
  expect(exchange.isProvablyUnsent).toBe(true);
});
