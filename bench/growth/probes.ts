import { randomInt } from 'node:crypto';
import type { Account } from '../harness/sandi.js';
import { BUSY_NAME, BUSY_PHONE } from './shape.js';

/** A filled database with its service, and the credentials of the requests. */
export interface Subject {
  url: string;
  account: Account;
  admin: string;
  /** The number of the account's messages. */
  total: number;
  /** A message in the middle of the account's history. */
  middle: { id: number; reference: string; day: string; message_id: string };
}

/** The Idempotency-Key of the account's newest message. */
export const IDEMPOTENCY_KEY = 'growth-newest';

/** The greatest allowed ratio to the small database, or time; null: no aim. */
export type Aim = { ratio: number } | { ms: number } | null;

export interface Probe {
  name: string;
  aim: Aim;
  request: (subject: Subject) => { path: string; token: string; body?: object };
}

const PAGE = 20;
const DEEP_PAGE = 50_000;
const SAME = { ratio: 1.3 };

const history = (name: string, query: (subject: Subject) => string, aim: Aim = SAME): Probe => ({
  name: `history, ${name}`,
  aim,
  request: (subject) => ({ path: `/api/otp/history${query(subject)}`, token: subject.account.key }),
});
const asKey = (name: string, path: (subject: Subject) => string): Probe => ({
  name,
  aim: SAME,
  request: (subject) => ({ path: path(subject), token: subject.account.key }),
});
const asOwner = (name: string, path: (subject: Subject) => string, aim: Aim = SAME): Probe => ({
  name,
  aim,
  request: (subject) => ({ path: path(subject), token: subject.account.token }),
});
/** The bodies of the three searches. The last ones find a single message. */
const SEARCHES: Record<string, (subject: Subject) => object> = {
  'a busy phone': () => ({ phone: BUSY_PHONE }),
  'a busy phone, after a cursor': ({ middle }) => ({ phone: BUSY_PHONE, cursor: middle.id }),
  'its last four digits': () => ({ last4: BUSY_PHONE.slice(-4) }),
  'its last four digits, on a day': ({ middle: { day } }) => ({
    last4: BUSY_PHONE.slice(-4),
    from: day,
    to: day,
  }),
  'usual last four digits': () => ({ last4: '1234' }),
  'an external_id of many': () => ({ external_id: BUSY_NAME }),
  'its reference': ({ middle }) => ({ reference: middle.reference }),
  'its message_id': ({ middle }) => ({ message_id: middle.message_id }),
  'its idempotency_key': () => ({ idempotency_key: IDEMPOTENCY_KEY }),
};
const tokenFor = ({ account, admin }: Subject, api: string) =>
  ({ otp: account.key, account: account.token, admin })[api] ?? '';

const searches = ['otp', 'account', 'admin'].flatMap((api) =>
  Object.entries(SEARCHES).map(([name, bodyOf]): Probe => ({
    name: `${api} search, ${name}`,
    aim: SAME,
    request: (subject) => ({
      path: `/api/${api}/messages/search`,
      token: tokenFor(subject, api),
      body: bodyOf(subject),
    }),
  })),
);

/** Page 50,000, or the middle of a shorter list. */
const deepPage = ({ total }: Subject) => Math.min(DEEP_PAGE, Math.floor(total / PAGE / 2));

export const PROBES: readonly Probe[] = [
  history('page 1', () => ''),
  history('after a cursor in its midst', ({ middle }) => `?cursor=${middle.id}`),
  history('page 50,000', (subject) => `?page=${deepPage(subject)}`, { ms: 400 }),
  history('status failed', () => '?status=failed'),
  history('a day in its midst', ({ middle }) => `?from=${middle.day}&to=${middle.day}`),
  asKey('credit', () => '/api/otp/credit'),
  asKey('statistics', () => '/api/otp/stats'),
  asKey('message by its reference', ({ middle }) => `/api/otp/messages/${middle.reference}`),
  asKey('messages of an external_id', () => `/api/otp/messages?external_id=${BUSY_NAME}`),
  ...searches,
  {
    name: 'send',
    aim: SAME,
    request: ({ account }) => ({ path: '/api/otp/send', token: account.key, body: sendBody() }),
  },
  asOwner('ledger, page 1', () => '/api/account/credit/entries'),
  asOwner('ledger, page 50,000', (subject) => `/api/account/credit/entries?page=${deepPage(subject)}`, {
    ms: 400,
  }),
  asOwner('home page’s statistics', () => '/api/account/stats'),
  {
    name: 'administrator’s messages',
    aim: null,
    request: ({ admin }) => ({ path: '/api/admin/messages', token: admin }),
  },
];

function sendBody(): object {
  const phone = `0812${String(randomInt(1e8)).padStart(8, '0')}`;
  return { phone, otp_code: String(randomInt(1e5, 1e6)), company_name: 'Toko Besar' };
}
