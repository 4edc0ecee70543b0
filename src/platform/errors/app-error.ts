import type { LocalizedText } from '../text/language.js';
import type { Language } from '../text/message-template.rules.js';
import { ENGLISH } from './english.js';
import { type ErrorCode, ERRORS } from './errors.js';
import type { ErrorSpec } from './failure.js';

export interface ErrorDetail {
  /** Extra members of the failure envelope, for example `credit_balance`. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Seconds, whole and at least 1, for the Retry-After header. */
  retryAfterSeconds?: number;
  /** Replaces the table's message: for texts that contain a figure. */
  message?: LocalizedText;
  /** Respond with the status only. */
  isBare?: boolean;
  /** The member `detail`: more information for the caller, for example allowed values. Never a secret or input. */
  detail?: LocalizedText;
  /** For the log only, never for the response. */
  logDetail?: string;
  cause?: unknown;
  /** Replaces the table's log level. */
  log?: ErrorSpec['log'];
}

/** The parts of the envelope that depend on the request. */
export interface Rendering {
  requestId: string;
  language: Language;
  /** Base of `doc_url`. */
  publicUrl: string;
}

/** A failure to respond with. Throw the code; the table has the rest. */
export class AppError extends Error {
  readonly spec: ErrorSpec;

  constructor(
    readonly code: ErrorCode,
    readonly extra: ErrorDetail = {},
  ) {
    super(extra.message?.id ?? ERRORS[code].message, { cause: extra.cause });
    this.name = 'AppError';
    this.spec = ERRORS[code];
  }

  get headers(): Record<string, string> {
    const { headers, retryAfterSeconds } = this.extra;
    const all: Record<string, string> = { ...this.spec.headers, ...headers };
    if (retryAfterSeconds !== undefined)
      all['retry-after'] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
    return all;
  }

  messageIn(language: Language): string {
    return language === 'en' ? (this.extra.message?.en ?? ENGLISH[this.code]) : this.message;
  }

  /** The failure envelope (docs/contract.md). */
  envelope({ requestId, language, publicUrl }: Rendering): Record<string, unknown> {
    const { detail, body } = this.extra;
    return {
      success: false,
      message: this.messageIn(language),
      code: this.code,
      ...(detail && { detail: detail[language] }),
      doc_url: `${publicUrl}/docs/errors#${this.code}`,
      request_id: requestId,
      ...body,
    };
  }
}

/** Fails with `not_found` if there is none, or if it is not the caller's. */
export function orNotFound<Found extends object>(found: Found | null | undefined): Found {
  if (!found) throw new AppError('not_found');
  return found;
}
