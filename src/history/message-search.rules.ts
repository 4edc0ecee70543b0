import { AppError } from '../platform/errors/index.js';

/** The fields that messages can be searched by. */
export const SEARCHED_BY = [
  'phone',
  'last4',
  'reference',
  'external_id',
  'message_id',
  'idempotency_key',
] as const;
export type SearchedBy = (typeof SEARCHED_BY)[number];

type SearchTerms = { readonly [By in SearchedBy]?: string | null };

/** The one term of a search. Fails with `parameter_missing` or `parameter_invalid`. */
export function searchedBy(search: SearchTerms): {
  by: SearchedBy;
  value: string;
} {
  const given = SEARCHED_BY.flatMap((by) => {
    const value = search[by];
    return value === undefined || value === null ? [] : [{ by, value }];
  });
  const [only, ...others] = given;
  if (!only) throw new AppError('parameter_missing', { body: { fields: [...SEARCHED_BY] } });
  if (others.length > 0)
    throw new AppError('parameter_invalid', {
      message: {
        id: 'Isi tepat satu dari phone, last4, reference, external_id, message_id, idempotency_key.',
        en: 'Give exactly one of phone, last4, reference, external_id, message_id, idempotency_key.',
      },
      body: { fields: given.map(({ by }) => by) },
    });
  return only;
}

/** Such as an Idempotency-Key that was made of the phone. */
const PHONE_INSIDE = /(?:62|0)8\d{7,}/;

/** Whether a hit confirms a guessed phone. Masks show the last four digits already. */
export const guessesPhone = ({ phone, idempotency_key: key }: SearchTerms): boolean =>
  (phone ?? null) !== null || PHONE_INSIDE.test((key ?? '').replace(/[^a-z0-9]/gi, ''));
