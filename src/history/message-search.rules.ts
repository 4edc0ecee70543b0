import { AppError } from '../common/errors/index.js';

/** What a message may be searched by. */
export const SEARCHED_BY = [
  'phone',
  'last4',
  'reference',
  'external_id',
  'message_id',
  'idempotency_key',
] as const;
export type SearchedBy = (typeof SEARCHED_BY)[number];

/** Of those that a search may have, the one that it has. Fails with `parameter_missing` or `parameter_invalid`. */
export function searchedBy(search: { readonly [By in SearchedBy]?: string | null }): {
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
