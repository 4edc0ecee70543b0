import type { ServerResponse } from 'node:http';
import { fakeGateway, json } from '../support.js';

export type StatusAnswer = (response: ServerResponse) => void;

export const connected: StatusAnswer = json(200, { connected: true });
export const disconnected: StatusAnswer = json(200, { connected: false });
export const afterMs = (ms: number, answer: StatusAnswer): StatusAnswer => {
  return (response) => void setTimeout(() => answer(response), ms);
};

/** A native gateway that tells of its phone as the test says; it takes every message. */
export async function gatewayThat(tells: StatusAnswer) {
  const seen = { asked: 0, atOnce: 0, atOnceMost: 0 };
  const gateway = await fakeGateway((response, { path }) => {
    if (path !== '/status') return json(200, { id: `id-${gateway.requests.length}` })(response);
    seen.asked++;
    seen.atOnceMost = Math.max(seen.atOnceMost, ++seen.atOnce);
    response.once('close', () => seen.atOnce--);
    tells(response);
  });
  return {
    url: gateway.url,
    timesAsked: () => seen.asked,
    mostAtOnce: () => seen.atOnceMost,
    sends: () => gateway.requests.length - seen.asked,
  };
}
