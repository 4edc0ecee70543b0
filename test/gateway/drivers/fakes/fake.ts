import { Config } from '../../../../src/config/index.js';
import type { ReceivedCallback } from '../../../../src/gateway/driver.js';
import { png } from '../../../support/png.js';
import { type FakeGateway, fakeGateway } from '../../support.js';

export type FakeRequest = FakeGateway['requests'][number];

/** Text goes out as it is, bytes as a picture, anything else as JSON. */
export interface Reply {
  status: number;
  body: unknown;
}

/** A message that a fake took, with the id it gave. */
export interface Taken {
  id: string;
  to: string;
  text: string;
}

/** How one send differs from the usual: the message is taken or not, and the answer is this one, or none at all. */
export interface Scripted {
  takes: boolean;
  reply: Reply | 'none';
}

export interface FakeCallback {
  headers: Record<string, string>;
  body: string;
}

/** What a fake remembers and how it is told to behave. */
export interface Desk {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  readonly taken: Taken[];
  /** For the next sends, one each. */
  readonly script: Scripted[];
  isConnected: boolean;
  /** Numbers without WhatsApp. */
  readonly absent: Set<string>;
  /** Awaited once a message is taken, before that is answered. */
  beforeAnswer: (message: Taken) => void | Promise<void>;
}

/** A fake's protocol: its answer to one request; `take` is for a send that would be taken. */
export type Protocol = (request: FakeRequest, desk: Desk, take: Take) => Reply | Promise<Reply | 'none'>;
type Take = (message: Taken, usual: Reply) => Promise<Reply | 'none'>;

/** Starts a fake gateway, ended after the test. */
export async function openDesk(protocol: Protocol): Promise<Desk> {
  const gateway = await fakeGateway((response, request) => {
    void Promise.resolve(protocol(request, desk, take)).then((reply) => {
      if (reply === 'none') return;
      const [type, body] = written(reply.body);
      response.writeHead(reply.status, { 'content-type': type }).end(body);
    });
  });
  const desk: Desk = {
    url: gateway.url,
    requests: gateway.requests,
    taken: [],
    script: [],
    isConnected: true,
    absent: new Set(),
    beforeAnswer: () => undefined,
  };
  const take: Take = async (message, usual) => {
    const scripted = desk.script.shift() ?? { takes: true, reply: usual };
    if (!scripted.takes) return scripted.reply;
    desk.taken.push(message);
    await desk.beforeAnswer(message);
    return scripted.reply;
  };
  return desk;
}

function written(body: unknown): [type: string, body: string | Buffer] {
  if (Buffer.isBuffer(body)) return ['image/png', body];
  return typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)];
}

/** The QR code that any fake shows while its phone is not paired. */
export const QR_PNG = png({ width: 21, height: 21 });

/** The same in this many bytes: what is no picture in it is dropped where it is read. */
export const pngOf = (length: number) =>
  png({ width: 21, height: 21, extra: [['tEXt', Buffer.alloc(length - QR_PNG.length - 12, 'x')]] });

let serial = 0;

/** An id as WhatsApp gives it to a message. */
export function whatsappId(): string {
  return `3EB0${(++serial).toString(16).toUpperCase().padStart(16, '0')}`;
}

export function jsonIn({ body }: FakeRequest): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

export function formIn({ body }: FakeRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

/** A callback as a driver is given it. */
export function deliveryOf(
  { headers, body }: FakeCallback,
  query: Record<string, string> = {},
  receivedAt = new Date(),
): ReceivedCallback {
  const toleranceSeconds = new Config().GATEWAY_WEBHOOK_TOLERANCE_SECONDS;
  return { headers, query, rawBody: Buffer.from(body), receivedAt, toleranceSeconds };
}

/** Makes a callback over HTTP, as the gateway does. */
export async function callBack(url: string, { headers, body }: FakeCallback) {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}
