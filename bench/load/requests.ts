const SERIALS = 1_000_000_000;
/** Without a common factor with SERIALS: each serial has a phone of its own, and neighbours are far apart, as people are. */
const STRIDE = 7_654_321;
const CODES = 900_000;

/** The raw HTTP requests of sends. Each has a different phone, and the accounts take turns. */
export class Requests {
  private readonly heads: readonly string[];

  /** @param serial of the first send; no two sends to one service may share one */
  constructor(
    port: number,
    keys: readonly string[],
    private serial: number,
  ) {
    this.heads = keys.map((key) =>
      [
        'POST /api/otp/send HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${bodyOf(0).length}`,
        '\r\n',
      ].join('\r\n'),
    );
  }

  next(): string {
    const serial = this.serial++;
    return `${this.heads[serial % this.heads.length]}${bodyOf(serial)}`;
  }
}

/** The body of a send. It has the same length for every serial. */
function bodyOf(serial: number): string {
  const phone = `0812${String((serial * STRIDE) % SERIALS).padStart(9, '0')}`;
  const code = 100_000 + (serial % CODES);
  return `{"phone":"${phone}","otp_code":"${code}","company_name":"Toko Bench"}`;
}
