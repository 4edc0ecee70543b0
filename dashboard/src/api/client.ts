import createClient from 'openapi-fetch';
import { ApiError } from './api-error';
import type { paths } from './schema';

/** A page of another site cannot send this header, so its requests get nothing from our cookie. */
const CLIENT = { 'X-Sandi-Client': 'dashboard' };

export const client = createClient<paths>({ headers: CLIENT, credentials: 'same-origin' });

type DataOf<Answer> = Answer extends { readonly data: infer Data } ? Data : void;

interface Call<Answer> {
  data?: Answer;
  error?: unknown;
  response: Response;
}

/** The `data` of a successful answer; every other end is an {@link ApiError}. */
export async function unwrap<Answer>(call: Promise<Call<Answer>>): Promise<DataOf<Answer>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw ApiError.unreachable(cause);
  });
  if (!response.ok) throw ApiError.of(error, response);
  return (data as { data?: unknown } | undefined)?.data as DataOf<Answer>;
}
