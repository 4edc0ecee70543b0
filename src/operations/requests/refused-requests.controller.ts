import { Get, Headers, type MessageEvent, Query, Req, Sse } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type SessionActor,
  UserController,
  type UserPrincipal,
} from '../../platform/access/principal.js';
import { languageOfRequest, StreamingResponse } from '../../platform/http/index.js';
import { OneAtATime } from '../../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../../platform/openapi/index.js';
import { RefusedRequestStream } from './refused-request-stream.js';
import { RefusedRequestPage, RefusedRequestQuery } from './refused-requests.dto.js';
import { RefusedRequestReader } from './refused-requests.reader.js';

/** Characters buffered for a slow client. */
const PENDING_MAX = 262_144;
const ROW_ID = /^\d{1,15}$/;

const isNarrowed = ({ status, code, key_id, from, to }: RefusedRequestQuery) =>
  [status, code, key_id, from, to].some((each) => each !== undefined);

@UserController('Account', 'api/account/requests')
export class RefusedRequestsController {
  constructor(
    private readonly requests: RefusedRequestReader,
    private readonly feed: RefusedRequestStream,
  ) {}

  @Get()
  @OneAtATime('requests', isNarrowed)
  @AllowsImpersonation()
  @Answers(RefusedRequestPage, {
    summary: {
      id: 'Permintaan API key yang ditolak atau gagal',
      en: 'List rejected and failed requests',
    },
    about:
      'Requests with an API key of the account that got 400 to 429 or 5xx, newest first: time, route, status, code, names of the wrong fields, key and request id. Requests of a live key with unknown members in the body are listed once an hour (`parameter_unknown`, with the status of the response). Bodies, phones, codes and rejected values are never stored. Kept for seven days, at most 10,000 per account, unless the operator changed that.',
  })
  listRefusedRequests(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() query: RefusedRequestQuery,
    @Req() request: FastifyRequest,
  ): Promise<RefusedRequestPage> {
    return this.requests.page(userId, query, languageOfRequest(request));
  }

  @Sse('live', { maxPendingDataLength: PENDING_MAX })
  @StreamingResponse()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'id of the last received event; the stream begins with the events after it',
    schema: { type: 'string' },
  })
  @AnswersText('text/event-stream', {
    summary: {
      id: 'Ikuti permintaan yang ditolak atau gagal, saat terjadi',
      en: 'Stream rejected and failed requests',
    },
    about:
      'The same requests as they happen, on all instances, as server-sent events of the type `request`. `id` is the id of the rejected request, `data` one item of the list in JSON. A comment is sent every 15 seconds. The stream ends with the session, and when the service restarts: connect again with `Last-Event-ID`. An account may have five connections per process. A process without a free slot closes the oldest connection of the account or address that has the most, or the oldest of all.',
    description: 'Server-sent events',
  })
  @Fails('overloaded')
  followRefusedRequests(
    @CurrentActor() who: SessionActor,
    @Req() request: FastifyRequest,
    @Headers('Last-Event-ID') lastId?: string,
  ): Promise<Observable<MessageEvent>> {
    const language = languageOfRequest(request);
    const after = lastId !== undefined && ROW_ID.test(lastId) ? Number(lastId) : undefined;
    return this.feed.follow(who, language, after);
  }
}
