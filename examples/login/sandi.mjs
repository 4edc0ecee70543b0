/** The two calls that a login needs of Sandi. Failures are thrown with Sandi's own `code`. */
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

  /** Whether `code` is the one that was sent to `phone`; true once. @returns {Promise<boolean>} */
  async check(phone, code) {
    const { valid } = await this.post('/api/otp/check', { phone, otp_code: code });
    return valid;
  }

  async post(path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
      // A little longer than Sandi gives its gateways.
      signal: AbortSignal.timeout(20_000),
    });
    const answer = await response.json();
    if (answer.success) return answer.data;
    throw new SandiError(response.status, answer);
  }
}

export class SandiError extends Error {
  constructor(status, { code, message }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
