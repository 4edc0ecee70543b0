/** `log` is the level of the log line. */
export interface ErrorSpec {
  status: number;
  message: string;
  log?: 'debug' | 'info' | 'warn' | 'error';
  headers?: Record<string, string>;
}

export const failure = (
  status: number,
  message: string,
  more: Pick<ErrorSpec, 'log' | 'headers'> = {},
): ErrorSpec => ({ status, message, ...more });

const failureWith =
  (status: number) =>
  (message: string, more?: Pick<ErrorSpec, 'log' | 'headers'>): ErrorSpec =>
    failure(status, message, more);

export const invalid = failureWith(400);
export const forbidden = failureWith(403);
export const conflict = failureWith(409);
