import { describe, expect, it } from 'vitest';

const REFUSED = {
  request: 'POST /api/otp/send',
  status: 402,
  headers: new Headers({ 'x-request-id': '01JREQUEST' }),
  text: '{"success":false,"code":"insufficient_credit","credit_balance":100}',
  body: { success: false, code: 'insufficient_credit', credit_balance: 100 },
};

const fetched = (status = 402) => new Response(REFUSED.text, { status, headers: REFUSED.headers });

function failureOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the assertion passed');
}

describe('toAnswer', () => {
  it('compares the status, the code and members of the body', () => {
    expect(REFUSED).toAnswer(402);
    expect(REFUSED).toAnswer(402, 'insufficient_credit');
    expect(REFUSED).toAnswer(402, { credit_balance: expect.any(Number) });
    expect(REFUSED).not.toAnswer(402, { credit_balance: 99 });
    expect(REFUSED).not.toAnswer(402, 'rate_limited');
    expect(REFUSED).not.toAnswer(200);
    expect({ status: 200, text: REFUSED.text }).toAnswer(200, 'insufficient_credit');
  });

  it('prints the request, the code, the request id and the body of another response', () => {
    expect(failureOf(() => expect(REFUSED).toAnswer(200))).toBe(
      [
        'POST /api/otp/send answered 402 insufficient_credit',
        'expected 200',
        'request id: 01JREQUEST',
        `body: ${REFUSED.text}`,
      ].join('\n'),
    );
    expect(failureOf(() => expect(REFUSED).toAnswer(402, 'rate_limited'))).toContain(
      'expected 402 rate_limited',
    );
  });

  it('reads a response of fetch, and leaves its body to the test', async () => {
    const response = fetched();
    await expect(response).toAnswer(402, 'insufficient_credit');
    await expect(expect(response).toAnswer(200)).rejects.toThrow('request id: 01JREQUEST');
    expect(await response.text()).toBe(REFUSED.text);
    await expect(expect(response).toAnswer(200)).rejects.toThrow('body: (not read)');
  });

  it('rejects values that are no response', () => {
    expect(() => expect(undefined).not.toAnswer(200)).toThrow('toAnswer: not a response: undefined');
  });
});
