import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CountedDatabase } from './database.js';
import { builtFile } from './programs.js';
import { UntrustedError } from './untrusted.js';

const COST = 200;
const CHECK_MS = 600_000;

/** Compares the rows that a server has stored with its responses. */
export class Books {
  private balance = NaN;

  /** @param checkAll checks all invariants of a database; fails with {@link UntrustedError} */
  constructor(
    private readonly database: CountedDatabase,
    private readonly checkAll: (databaseUrl: string) => Promise<void>,
  ) {}

  async begin(): Promise<void> {
    this.balance = (await this.database.count()).balance;
  }

  /** Checks a slice with `accepted` responses 200, after its last request. Fails with {@link UntrustedError}. */
  async check(accepted: number): Promise<void> {
    const { messages, sent, charges, balance } = await this.database.count();
    const taken = this.balance - balance;
    this.balance = balance;
    const agrees = [messages, sent, charges, taken / COST].every((figure) => figure === accepted);
    if (!agrees)
      throw new UntrustedError(
        `${accepted} sends were accepted, but there are ${messages} messages, ${sent} of them sent, ${charges} charges, and ${taken} credits gone`,
      );
  }

  /** Checks all invariants and closes the connection. Fails with {@link UntrustedError}. */
  async close(): Promise<void> {
    try {
      await this.checkAll(this.database.url);
    } finally {
      this.database.close();
    }
  }
}

/** Runs the service's ledger audit. Fails with {@link UntrustedError}. */
export async function auditLedger(databaseUrl: string): Promise<void> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const command = [builtFile('src/operations/books/main.js')];
  try {
    await promisify(execFile)(process.execPath, command, { env, timeout: CHECK_MS });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new UntrustedError(`the books do not balance: ${stdout}${stderr}`);
  }
}
