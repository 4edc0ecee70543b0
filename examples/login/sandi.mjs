/** The two API calls of a login. Errors have Sandi's `code`. */
export class Sandi {
  /** @param {{ url: string, apiKey: string, brand: string }} options */
  constructor({ url, apiKey, brand }) {
    this.url = url;
    this.apiKey = apiKey;
    this.brand = brand;
  }

  /**
   * Sends `code` to `phone`. Repeating it with the same `key` sends nothing twice.
   * @returns {Promise<{ message_id: string, recipient: string }>}
   */
  send(phone, code, key) {
    const body = { phone, otp_code: code, company_name: this.brand };
    return this.post('/api/otp/send', body, { 'idempotency-key': key });
  }

  /** Whether `code` matches the one sent to `phone`. True once. @returns {Promise<boolean>} */
  async check(phone, code) {
    const { valid } = await this.post('/api/otp/check', { phone, otp_code: code });
    return valid;
  }

  async post(path, body, headers = {}) {
    const key = headers['idempotency-key'] ?? null;
    let response;
    let answer;
    try {
      response = await fetch(this.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.apiKey}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
        // A little longer than Sandi waits for gateways.
        signal: AbortSignal.timeout(20_000),
      });
      answer = await response.json();
    } catch (cause) {
      // A timeout, a lost connection, or a response that Sandi did not write: the code may have been sent.
      throw new SandiError(503, { code: 'no_answer', message: 'Sandi did not answer' }, key, cause);
    }
    if (answer.success) return answer.data;
    throw new SandiError(response.status, answer, key);
  }
}

export class SandiError extends Error {
  /** @param {string | null} idempotencyKey of the request: with it the message can be found, or the request repeated */
  constructor(status, { code, message }, idempotencyKey, cause) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.idempotencyKey = idempotencyKey;
  }
}
