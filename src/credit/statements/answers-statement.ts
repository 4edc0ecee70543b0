import { applyDecorators, Injectable, type PipeTransform, StreamableFile, type Type } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors/index.js';
import { languageHeaders, languageOfRequest, pageHeaders, prefersHtml } from '../../platform/http/index.js';
import { randomToken } from '../../platform/ids/random.js';
import { Answers, type OperationTexts } from '../../platform/openapi/index.js';
import { statementDocument } from './statement-document.js';
import type { StatementView } from './statements.dto.js';

const HTML = 'text/html; charset=utf-8';
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Fails with `not_found`. */
@Injectable()
export class MonthPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!MONTH.test(value)) throw new AppError('not_found');
    return value;
  }
}

export const MonthParam = () =>
  ApiParam({ name: 'month', description: 'A closed month, `YYYY-MM`', example: '2026-01' });

/** JSON, or by `Accept` a page to print. */
export const AnswersStatement = (Model: Type, texts: OperationTexts) =>
  applyDecorators(Answers(Model, { ...texts, alsoAs: 'text/html' }), MonthParam());

/** The page if the request prefers HTML, else the value itself. */
export function asAccepted<T>(
  reply: FastifyReply,
  value: T,
  views: readonly StatementView[],
): T | StreamableFile {
  const { request } = reply;
  void reply.header('vary', 'Accept, Accept-Language');
  if (!prefersHtml(request.headers.accept)) return value;
  const nonce = randomToken(16);
  const language = languageOfRequest(request);
  void reply.headers({
    ...languageHeaders(language),
    ...pageHeaders(nonce),
    vary: 'Accept, Accept-Language',
  });
  return new StreamableFile(Buffer.from(statementDocument(views, { nonce, language })), { type: HTML });
}
