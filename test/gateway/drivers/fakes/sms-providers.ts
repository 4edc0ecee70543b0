import { randomUUID } from 'node:crypto';
import { type Desk, type FakeRequest, formIn, openDesk, type Reply, type Taken } from './fake.js';

/** A report as a provider makes it. */
export interface SmsReport {
  method: 'GET' | 'POST';
  url: string;
  type?: string;
  body?: string;
}

/** A provider of `examples/sms`, as its published document describes it. */
export interface SmsProvider {
  desk: Desk;
  token: string;
  /** Of a message that was taken; absent: it reports nothing. */
  report?(message: Taken, isDelivered: boolean): SmsReport;
  /** What it must have in the response to a report. */
  answer?: string;
  /** Refusals that are documented: the answer, and what it means for the device. */
  refusals: [reply: Reply, fault: 'busy' | 'unusable' | undefined, isOfRecipient?: boolean][];
}

const FORM = 'application/x-www-form-urlencoded';
const text = (status: number, body: string): Reply => ({ status, body });

/** The members of a form; an unknown one is refused, as is a missing one. */
function checkedForm(
  request: FakeRequest,
  required: string[],
  optional: string[] = [],
): Record<string, string> | string {
  if (request.method !== 'POST' || request.headers['content-type'] !== FORM) return 'not a form';
  return checked(formIn(request), required, optional);
}

function checked(form: Record<string, string>, required: string[], optional: string[]) {
  const missing = required.find((name) => !form[name]);
  if (missing !== undefined) return `missing ${missing}`;
  const unknown = Object.keys(form).find((name) => !required.includes(name) && !optional.includes(name));
  return unknown === undefined ? form : `unknown ${unknown}`;
}

const basicOf = (token: string) => `Basic ${Buffer.from(token).toString('base64')}`;

/** Where each sent message asked to be reported to. */
const noting = () => new Map<string, string>();

const TWILIO_SID = `AC${'0123456789abcdef'.repeat(2)}`;

async function twilio(): Promise<SmsProvider> {
  const token = `${TWILIO_SID}:twilio-auth-token`;
  const callbacks = noting();
  const account = `/2010-04-01/Accounts/${TWILIO_SID}`;
  const error = (status: number, code: number): Reply => ({
    status,
    body: { code, message: `error ${code}`, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  });
  const desk = await openDesk((request, { isConnected }, take) => {
    if (!isConnected || request.headers.authorization !== basicOf(token)) return error(401, 20003);
    if (request.path === `${account}.json`)
      return { status: 200, body: { sid: TWILIO_SID, status: 'active' } };
    if (request.path !== `${account}/Messages.json`) return error(404, 20404);
    const form = checkedForm(
      request,
      ['To', 'Body', 'MessagingServiceSid'],
      ['ValidityPeriod', 'StatusCallback'],
    );
    if (typeof form === 'string') return error(400, 21604);
    const { To: to = '', Body: body = '', StatusCallback: callback = '', ValidityPeriod: period } = form;
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return error(400, 21211);
    if (!(Number(period) >= 1 && Number(period) <= 36_000)) return error(400, 21604);
    const id = `SM${randomUUID().replaceAll('-', '')}`;
    callbacks.set(id, callback);
    const resource = { sid: id, status: 'accepted', to, body, error_code: null, error_message: null };
    return take({ id, to: to.slice(1), text: body }, { status: 201, body: resource });
  });
  return {
    desk,
    token,
    report: ({ id }, isDelivered) => ({
      method: 'POST',
      url: callbacks.get(id) ?? '',
      type: `${FORM}; charset=utf-8`,
      body: new URLSearchParams({
        AccountSid: TWILIO_SID,
        MessageSid: id,
        SmsSid: id,
        MessageStatus: isDelivered ? 'delivered' : 'undelivered',
        SmsStatus: isDelivered ? 'delivered' : 'undelivered',
        ApiVersion: '2010-04-01',
        ...(!isDelivered && { ErrorCode: '30005' }),
      }).toString(),
    }),
    refusals: [
      [error(400, 21211), undefined, true],
      [error(400, 21610), undefined, true],
      [error(400, 21604), undefined],
      [error(400, 21606), 'unusable'],
      [error(401, 20003), 'unusable'],
      [error(429, 20429), 'busy'],
    ],
  };
}

async function vonage(): Promise<SmsProvider> {
  const token = 'abcd1234:ABCDEFGH01234abc';
  const [key, secret] = token.split(':');
  const references = noting();
  const callbacks = noting();
  const error = (status: string): Reply => ({
    status: 200,
    body: { 'message-count': '1', messages: [{ status, 'error-text': `error ${status}` }] },
  });
  const desk = await openDesk((request, { isConnected }, take) => {
    if (request.path === '/account/get-balance')
      return isConnected && request.headers.authorization === basicOf(token)
        ? { status: 200, body: { value: 10.28, autoReload: false } }
        : { status: 401, body: { 'error-code': '401' } };
    if (request.path !== '/sms/json') return text(404, '');
    const form = checkedForm(
      request,
      ['api_key', 'api_secret', 'from', 'to', 'text'],
      ['ttl', 'client-ref', 'callback', 'type'],
    );
    if (typeof form === 'string') return error('2');
    if (!isConnected || form['api_key'] !== key || form['api_secret'] !== secret) return error('4');
    const { to = '', text: body = '', ttl, 'client-ref': reference = '', callback = '' } = form;
    const isRight = /^\d{7,15}$/.test(to) && Number(ttl) >= 20_000 && reference.length <= 40;
    if (!isRight) return error('3');
    const id = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    references.set(id, reference);
    callbacks.set(id, callback);
    const message = { to, 'message-id': id, status: '0', 'remaining-balance': '3.14', network: '51010' };
    return take({ id, to, text: body }, { status: 200, body: { 'message-count': '1', messages: [message] } });
  });
  return {
    desk,
    token,
    report: ({ id, to }, isDelivered) => ({
      method: 'POST',
      url: callbacks.get(id) ?? '',
      type: 'application/json',
      body: JSON.stringify({
        msisdn: to,
        to: 'Sandi',
        'network-code': '51010',
        messageId: id,
        price: '0.03',
        status: isDelivered ? 'delivered' : 'expired',
        scts: '2601011200',
        'err-code': isDelivered ? '0' : '1',
        'api-key': key,
        'client-ref': references.get(id),
        'message-timestamp': '2026-01-01 12:00:00',
      }),
    }),
    refusals: [
      [error('1'), 'busy'],
      [error('3'), undefined],
      [error('4'), 'unusable'],
      [error('7'), undefined, true],
      [error('9'), 'unusable'],
      [error('33'), undefined, true],
    ],
  };
}

async function zenziva(): Promise<SmsProvider> {
  const token = 'userkey0123:passkey4567';
  const [user, password] = token.split(':');
  const failed: Reply = { status: 200, body: { messageId: 0, to: '', status: '0', text: 'Invalid' } };
  let serial = 4_000_000;
  const desk = await openDesk((request, { isConnected }, take) => {
    const url = new URL(request.path, 'http://fake');
    if (url.pathname === '/api/balance/')
      return isConnected && url.searchParams.get('passkey') === password
        ? { status: 200, body: { status: '1', balance: '12,000' } }
        : { status: 200, body: { status: '0', text: 'Invalid userkey' } };
    if (url.pathname !== '/reguler/api/sendsms/') return text(404, '');
    const form = checkedForm(request, ['userkey', 'passkey', 'to', 'message']);
    if (typeof form === 'string' || !isConnected) return failed;
    const { userkey, passkey, to = '', message = '' } = form;
    if (userkey !== user || passkey !== password || !/^08\d{8,12}$/.test(to)) return failed;
    const id = ++serial;
    const body = { messageId: id, to, status: '1', text: 'Success', cost: 450 };
    return take({ id: String(id), to: to.replace(/^0/, '62'), text: message }, { status: 201, body });
  });
  return { desk, token, refusals: [[failed, undefined]] };
}

async function jasmin(): Promise<SmsProvider> {
  const token = 'jasmin_user:jasmin_pass';
  const [user, password] = token.split(':');
  const callbacks = noting();
  const error = (status: number, words: string) => text(status, `Error "${words}"`);
  const desk = await openDesk((request, { isConnected }, take) => {
    if (request.path === '/ping') return text(isConnected ? 200 : 502, isConnected ? 'Jasmin/PONG' : '');
    const form = checkedForm(
      request,
      ['username', 'password', 'to', 'content'],
      ['from', 'validity-period', 'dlr', 'dlr-url', 'dlr-level', 'dlr-method'],
    );
    if (typeof form === 'string') return error(400, `Argument _ is unknown: ${form}.`);
    if (form['username'] !== user || form['password'] !== password)
      return error(403, 'Authentication failure for username:jasmin_user');
    if (!isConnected) return error(412, 'No route found');
    const { to = '', content = '', dlr, 'dlr-level': level, 'dlr-method': method } = form;
    if (dlr !== 'yes' || !/^[123]$/.test(level ?? '') || !['GET', 'POST'].includes(method ?? ''))
      return error(400, 'Mandatory argument dlr-level is not found.');
    const id = randomUUID();
    callbacks.set(id, form['dlr-url'] ?? '');
    return take({ id, to, text: content }, text(200, `Success "${id}"`));
  });
  return {
    desk,
    token,
    answer: 'ACK/Jasmin',
    report: ({ id }, isDelivered) => ({
      method: 'POST',
      url: callbacks.get(id) ?? '',
      type: FORM,
      body: new URLSearchParams({
        id,
        level: '2',
        message_status: isDelivered ? 'DELIVRD' : 'UNDELIV',
        connector: 'smpp-01',
        id_smsc: '2567',
        err: isDelivered ? '000' : '001',
        text: 'the first twenty',
      }).toString(),
    }),
    refusals: [
      [error(400, 'Argument to has an invalid value: x.'), undefined],
      [error(403, 'Authentication failure for username:jasmin_user'), 'unusable'],
      [error(403, 'User throughput exceeded'), 'busy'],
      [error(403, 'Cannot charge submit_sm, check RouterPB log file for details'), 'unusable'],
      [error(412, 'No route found'), 'unusable'],
    ],
  };
}

async function kannel(): Promise<SmsProvider> {
  const token = 'kannel_user:kannel_pass';
  const [user, password] = token.split(':');
  const callbacks = noting();
  const desk = await openDesk((request, { isConnected }, take) => {
    const url = new URL(request.path, 'http://fake');
    if (url.pathname !== '/cgi-bin/sendsms') return text(404, '');
    const form = checked(
      Object.fromEntries(url.searchParams),
      ['username', 'password', 'to', 'text'],
      ['from', 'charset', 'validity', 'dlr-mask', 'dlr-url'],
    );
    if (typeof form === 'string' || request.method !== 'GET') return text(400, 'Missing text, rejected');
    if (form['username'] !== user || form['password'] !== password)
      return text(403, 'Authorization failed for sendsms');
    if (!isConnected) return text(403, 'Not routable. Do not try again.');
    const { to = '', text: body = '', 'dlr-url': callback = '' } = form;
    // It gives a message no id of its own.
    const id = new URL(callback).searchParams.get('id') ?? '';
    callbacks.set(id, callback);
    return take({ id, to, text: body }, text(202, '0: Accepted for delivery'));
  });
  return {
    desk,
    token,
    report: ({ id }, isDelivered) => ({
      method: 'GET',
      url: (callbacks.get(id) ?? '').replace('%d', isDelivered ? '1' : '2'),
    }),
    refusals: [
      [text(400, 'Empty receiver number not allowed, rejected'), undefined],
      [text(403, 'Authorization failed for sendsms'), 'unusable'],
      [text(403, 'Not routable. Do not try again.'), undefined],
      [text(503, 'Temporal failure, try again later.'), 'busy'],
    ],
  };
}

/** By the name of the file in `examples/sms`. */
export const SMS_PROVIDERS: Readonly<Record<string, () => Promise<SmsProvider>>> = {
  jasmin,
  kannel,
  twilio,
  vonage,
  zenziva,
};
