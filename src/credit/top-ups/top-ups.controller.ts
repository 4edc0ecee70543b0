import { Body, Delete, Get, Header, Post, Query, StreamableFile } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { IdParam, PageQuery } from '../../platform/http/request-fields.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../../platform/idempotency/index.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, AnswersFile, Fails } from '../../platform/openapi/index.js';
import { PICTURE_TYPES } from '../../platform/pictures/picture.rules.js';
import { TopUpGuides } from './top-up-guides.js';
import { TopUpRequests } from './top-up-requests.js';
import { TopUpViews } from './top-up-views.js';
import { TopUpGuideView, TopUpRequestDto, TopUpRequestPage, TopUpRequestView } from './top-ups.dto.js';

@UserController('Account', 'api/account/top-up')
export class TopUpsController {
  constructor(
    private readonly database: Database,
    private readonly guides: TopUpGuides,
    private readonly requests: TopUpRequests,
    private readonly views: TopUpViews,
  ) {}

  @Get()
  @AllowsImpersonation()
  @Answers(TopUpGuideView, {
    summary: { id: 'Cara top up', en: 'Get how to top up' },
    about: 'The text and the bank accounts of the operator, and who stands on receipts.',
  })
  getTopUpGuide() {
    return this.guides.view();
  }

  /** Opened by itself it is a picture and nothing else, whatever its bytes hold besides. */
  @Get('picture')
  @AllowsImpersonation()
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cross-origin-resource-policy', 'same-origin')
  @AnswersFile(PICTURE_TYPES, {
    summary: { id: 'Gambar untuk membayar, misalnya kode QR', en: 'Get the picture to pay with' },
    about: 'Such as a QR code; a PNG or JPEG.',
  })
  @Fails('not_found')
  async getTopUpPicture() {
    const { type, bytes } = await this.guides.picture();
    return new StreamableFile(bytes, { type, disposition: 'inline; filename="top-up"' });
  }

  @Get('requests')
  @AllowsImpersonation()
  @Answers(TopUpRequestPage, {
    summary: { id: 'Permintaan top up sendiri', en: 'List the own top-up requests' },
    about: 'What was transferred as the account says, and what became of it; newest first.',
  })
  async listTopUpRequests(
    @CurrentPrincipal() { userId }: Principal,
    @Query() { page, limit, offset }: PageQuery,
  ) {
    const [rows, total] = await this.requests.list({ userId }, offset, limit);
    return { total, page, limit, items: rows.map((row) => this.views.own(row)) };
  }

  /** Moves nothing: an administrator looks for the money first. */
  @Post('requests')
  @Creates()
  @Idempotent('account.top_up')
  @Answers(TopUpRequestView, {
    status: 201,
    summary: { id: 'Sampaikan bahwa transfer sudah dilakukan', en: 'Say that money was transferred' },
    about:
      'An administrator confirms it, which tops up the balance, or declines it with a reason. Takes an Idempotency-Key.',
    message: { id: 'Permintaan top up dikirim.', en: 'The top-up request was sent.' },
  })
  @Fails('parameter_missing', 'top_up_limit')
  async requestTopUp(
    @CurrentPrincipal() { userId }: Principal,
    @Body() body: TopUpRequestDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    return this.requests.counted(userId, () =>
      this.database.tx(async (tx) => {
        await claim?.take(tx);
        const opened = this.views.own(await this.requests.open(tx, userId, body));
        await claim?.finish(tx, opened);
        return opened;
      }),
    );
  }

  @Delete('requests/:id')
  @Answers(null, {
    summary: { id: 'Batalkan permintaan top up', en: 'Cancel an open top-up request' },
    about: 'Deletes it, or marks it as cancelled if a payment was begun. A decided request stays.',
    message: { id: 'Permintaan top up dibatalkan.', en: 'The top-up request was cancelled.' },
  })
  @Fails('top_up_decided')
  withdrawTopUpRequest(@CurrentPrincipal() { userId }: Principal, @IdParam() id: number) {
    return this.requests.withdraw(userId, id);
  }
}
