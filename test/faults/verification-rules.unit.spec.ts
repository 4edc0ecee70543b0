import { describe, expect, it } from 'vitest';
import type { VerificationRow } from './database-rows.js';
import type { Evidence } from './evidence.js';
import type { Answer, ClientRequest } from './requests.js';
import { VERIFICATION_RULES } from './verification-rules.js';

const ID = 'ver_1';
const PHONE = '6281234567890';
const asked = { userId: 1, path: '/', token: '', body: '{}', key: 'key', lost: 0 };

const answer = (status: number, data: object, replayed = false): Answer => ({
  status,
  text: JSON.stringify(status < 300 ? { data } : data),
  replayed,
});
const made = (...answers: Answer[]): ClientRequest => ({
  ...{ kind: 'send', phone: PHONE, isVerification: true, answers, ...asked },
});
const check = (
  code: string,
  told: string[],
  more: { key?: null; mustApprove?: true } = {},
): ClientRequest => ({
  ...{ kind: 'check', phone: PHONE, verification: ID, code, mustApprove: false, ...asked },
  answers: told.map((status) => answer(200, { status })),
  ...more,
});
const replayed = (request: ClientRequest): ClientRequest => ({
  ...request,
  answers: [...request.answers, ...request.answers.map((first) => ({ ...first, replayed: true }))],
});
const cancelled: ClientRequest = {
  ...{ kind: 'cancel', verification: ID, answers: [answer(200, { status: 'cancelled' })], ...asked },
};
const resent: ClientRequest = {
  ...{ kind: 'resend', phone: PHONE, answers: [answer(200, { verification_id: ID })], ...asked },
};
const CREATED = made(answer(201, { verification_id: ID }));
const APPROVED = { status: 'approved', attemptsLeft: 5, resends: 0, newest: 'otp_1', events: 1 } as const;

/** The rules that are broken. */
function broken(requests: ClientRequest[], row?: Omit<VerificationRow, 'reference'>, final = true): string[] {
  const rows = { verifications: row ? [{ reference: ID, ...row }] : [] };
  const accepted = [{ to: PHONE, text: 'Kode: 482913', reference: 'otp_1' }];
  const evidence = { requests, rows, accepted, final } as unknown as Evidence;
  return Object.entries(VERIFICATION_RULES)
    .filter(([, rule]) => [...rule(evidence)].length > 0)
    .map(([name]) => name);
}

describe('the rules of verifications', () => {
  const all = [CREATED, check('482914', ['pending']), resent, replayed(check('482913', ['approved']))];

  it('hold where all was told and kept', () => {
    expect(broken(all, { ...APPROVED, attemptsLeft: 4, resends: 1 })).toEqual([]);
    expect(broken([CREATED, cancelled], { ...APPROVED, status: 'cancelled', events: 0 })).toEqual([]);
  });

  it.each<[string, ClientRequest[], Omit<VerificationRow, 'reference'>?]>([
    ['verification_lost', [CREATED]],
    ['verification_lost', [made(answer(504, { code: 'gateway_unknown', verification_id: ID }))]],
    ['approved_twice', [check('482913', ['approved']), check('482913', ['approved'])], APPROVED],
    ['approved_twice', [check('482913', ['approved', 'approved'])], APPROVED],
    ['approved_a_guess', [check('482914', ['approved'])], APPROVED],
    ['ending_lost', [check('482913', ['approved'])], { ...APPROVED, status: 'pending', events: 0 }],
    ['ending_lost', [cancelled], { ...APPROVED, status: 'pending', events: 0 }],
    ['guess_not_counted', [check('482914', ['pending'])], { ...APPROVED, status: 'pending', events: 0 }],
    ['new_code_not_counted', [resent], { ...APPROVED, status: 'pending', events: 0 }],
    ['good_code_lost', [CREATED], { ...APPROVED, status: 'pending', newest: 'otp_2', events: 0 }],
    ['ended_twice', [], { ...APPROVED, events: 2 }],
    ['ended_twice', [], { ...APPROVED, status: 'cancelled', events: 1 }],
    [
      'right_code_refused',
      [check('482913', ['pending'], { mustApprove: true })],
      { ...APPROVED, status: 'pending', attemptsLeft: 4, events: 0 },
    ],
    ['right_code_refused', [check('482913', ['expired'])], APPROVED],
  ])('%s: %j', (rule, requests, row) => expect(broken(requests, row)).toEqual([rule]));

  it('know that a lost answer may have been the approval', () => {
    const unheard = check('482913', [], { key: null });
    expect(broken([CREATED, unheard, check('482913', ['expired'])], APPROVED)).toEqual([]);
  });
});
