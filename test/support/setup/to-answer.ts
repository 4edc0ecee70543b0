import { expect } from 'vitest';

/** A response whose body has been read. */
interface ReadResponse {
  status: number;
  headers?: Headers;
  text?: string;
  /** The parsed body. */
  body?: unknown;
  /** Method and path. */
  request?: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Checks the status, and the failure code or some members of the body. Prints body and request id on failure.
     * Reads the body of a `Response` of `fetch`: await the assertion.
     */
    toAnswer(status: number, body?: string | object): T extends Response ? Promise<void> : void;
  }
}

const TEXT_MAX = 4000;

expect.extend({
  toAnswer(received: ReadResponse | Response, status: number, body?: string | object) {
    const compare = (response: ReadResponse) => {
      const parsed = response.body ?? parse(response.text);
      const code = codeOf(parsed);
      const hasBody =
        body === undefined ||
        (typeof body === 'string'
          ? code === body
          : this.equals(parsed, body, [this.utils.iterableEquality, this.utils.subsetEquality]));
      const wanted = typeof body === 'object' ? ` ${this.utils.stringify(body)}` : ` ${body ?? ''}`;
      return {
        pass: response.status === status && hasBody,
        message: () =>
          [
            `${response.request ?? 'the service'} answered ${response.status} ${code ?? ''}`.trimEnd(),
            `expected${this.isNot ? ' not' : ''} ${status}${wanted}`.trimEnd(),
            `request id: ${requestIdOf(response) ?? 'none'}`,
            `body: ${(response.text ?? this.utils.stringify(parsed)).slice(0, TEXT_MAX)}`,
          ].join('\n'),
      };
    };
    if (received instanceof Response) return read(received).then(compare);
    if (typeof received?.status !== 'number')
      throw new TypeError(`toAnswer: not a response: ${this.utils.stringify(received)}`);
    return compare(received);
  },
});

/** Reads a copy, so that the test can still read the body. */
async function read(response: Response): Promise<ReadResponse> {
  const { status, headers, url, bodyUsed } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = bodyUsed || isStream ? '(not read)' : await response.clone().text();
  return { status, headers, text, request: url };
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function codeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const requestIdOf = ({ headers }: ReadResponse) => headers?.get('x-request-id');
