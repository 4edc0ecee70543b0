import { Body, Delete, Get, Header, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { UserActor } from '../../operations/audit/index.js';
import {
  AdminController,
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { orNotFound } from '../../platform/errors/index.js';
import { ForeignBody } from '../../platform/http/index.js';
import { IdParam, PageQuery } from '../../platform/http/request-fields.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../../platform/idempotency/index.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, AnswersFile, Fails } from '../../platform/openapi/index.js';
import { PICTURE_TYPES } from '../../platform/pictures/picture.rules.js';
import { Confirmation, ConfirmedDto } from '../../platform/security/confirmation.js';
import { TopUpGuides } from './top-up-guides.js';
import { TopUpRequests } from './top-up-requests.js';
import { TopUpViews } from './top-up-views.js';
import {
  AdminTopUpRequestPage,
  AdminTopUpRequestView,
  ConfirmTopUpDto,
  DeclineTopUpDto,
  PictureDto,
  TopUpGuideDto,
  TopUpGuideView,
  TopUpRequestDto,
  TopUpRequestPage,
  TopUpRequestsQuery,
  TopUpRequestView,
} from './top-ups.dto.js';

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
    about: 'The operator’s instructions and bank accounts, and the name and address on receipts.',
  })
  getTopUpGuide() {
    return this.guides.view();
  }

  /** The headers make browsers show it as a picture only, whatever else its bytes contain. */
  @Get('picture')
  @AllowsImpersonation()
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cross-origin-resource-policy', 'same-origin')
  @AnswersFile(PICTURE_TYPES, {
    summary: { id: 'Gambar untuk membayar, misalnya kode QR', en: 'Get the picture to pay with' },
    about: 'For example a QR code, as a PNG or JPEG.',
  })
  @Fails('not_found')
  async getTopUpPicture() {
    const { type, bytes } = await this.guides.picture();
    return new StreamableFile(bytes, { type, disposition: 'inline; filename="top-up"' });
  }

  @Get('requests')
  @AllowsImpersonation()
  @Answers(TopUpRequestPage, {
    summary: { id: 'Permintaan top up sendiri', en: 'List your top-up requests' },
    about: 'Transfers that the account reported, and their status, newest first.',
  })
  async listTopUpRequests(
    @CurrentPrincipal() { userId }: Principal,
    @Query() { page, limit, offset }: PageQuery,
  ) {
    const [rows, total] = await this.requests.list({ userId }, offset, limit);
    return { total, page, limit, items: rows.map((row) => this.views.own(row)) };
  }

  /** Moves no credit: an administrator checks first that the money arrived. */
  @Post('requests')
  @Creates()
  @Idempotent('account.top_up')
  @Answers(TopUpRequestView, {
    status: 201,
    summary: { id: 'Sampaikan bahwa transfer sudah dilakukan', en: 'Create a top-up request for a transfer' },
    about:
      'An administrator confirms the request and tops up the balance, or declines it with a reason. Accepts an Idempotency-Key.',
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
    about:
      'Deletes the request, or marks it as cancelled if a payment was started. Decided requests cannot be cancelled.',
    message: { id: 'Permintaan top up dibatalkan.', en: 'The top-up request was cancelled.' },
  })
  @Fails('top_up_decided')
  withdrawTopUpRequest(@CurrentPrincipal() { userId }: Principal, @IdParam() id: number) {
    return this.requests.withdraw(userId, id);
  }
}

@AdminController('api/admin/top-up')
export class TopUpsAdminController {
  constructor(
    private readonly guides: TopUpGuides,
    private readonly requests: TopUpRequests,
    private readonly views: TopUpViews,
    private readonly confirmation: Confirmation,
    private readonly config: Config,
  ) {}

  /** Asks for the password: a stolen session must not redirect money. */
  @Put()
  @Answers(TopUpGuideView, {
    summary: { id: 'Tetapkan cara top up', en: 'Set how accounts top up' },
    about: 'Instructions and bank accounts that accounts see, and the name and address on receipts.',
    message: { id: 'Cara top up disimpan.', en: 'The top-up instructions were saved.' },
  })
  @Fails('parameter_invalid')
  async setTopUpGuide(@CurrentActor() actor: SessionActor, @Body() body: TopUpGuideDto) {
    await this.confirmation.require(actor, body.current_password);
    return this.guides.write(actor, body);
  }

  @Put('picture')
  @ForeignBody()
  @Answers(TopUpGuideView, {
    summary: { id: 'Tetapkan gambar untuk membayar', en: 'Set the picture to pay with' },
    about: 'For example a QR code. A PNG or JPEG, as base64.',
    message: { id: 'Gambar disimpan.', en: 'The picture was saved.' },
  })
  @Fails('parameter_missing', 'parameter_invalid', 'picture_invalid')
  async setTopUpPicture(@CurrentActor() actor: SessionActor, @Body() body: PictureDto) {
    await this.confirmation.require(actor, body.current_password);
    return this.guides.setPicture(actor, body.picture);
  }

  @Post('picture/removal')
  @Answers(TopUpGuideView, {
    summary: { id: 'Hapus gambar', en: 'Remove the picture' },
    about: 'Then accounts see only the instructions and the bank accounts.',
    message: { id: 'Gambar dihapus.', en: 'The picture was deleted.' },
  })
  @Fails('parameter_invalid')
  async removeTopUpPicture(@CurrentActor() actor: SessionActor, @Body() body: ConfirmedDto) {
    await this.confirmation.require(actor, body.current_password);
    return this.guides.setPicture(actor, null);
  }

  @Get('requests')
  @Answers(AdminTopUpRequestPage, {
    summary: { id: 'Permintaan top up semua akun', en: 'List the top-up requests of all accounts' },
    about: 'Newest first; `status=open` lists those that wait for you.',
  })
  async listAllTopUpRequests(@Query() { page, limit, offset, status }: TopUpRequestsQuery) {
    const [rows, total] = await this.requests.list({ status }, offset, limit);
    return { total, page, limit, items: await this.views.all(rows) };
  }

  /** Above TOPUP_CONFIRM_ABOVE it asks for the password, as every top-up does. */
  @Post('requests/:id/confirm')
  @Answers(AdminTopUpRequestView, {
    summary: { id: 'Konfirmasi permintaan top up', en: 'Confirm a top-up request' },
    about:
      'Tops up the balance once, by the amount that arrived. The ledger entry and the request refer to each other.',
    message: { id: 'Saldo ditambah.', en: 'The credit was added.' },
  })
  @Fails('top_up_decided', 'email_unverified')
  async confirmTopUpRequest(
    @IdParam() id: number,
    @Body() { amount, current_password }: ConfirmTopUpDto,
    @CurrentActor() actor: SessionActor,
  ) {
    const confirmAbove = this.config.TOPUP_CONFIRM_ABOVE;
    const credits = amount ?? (await this.requests.get(id)).amount;
    if (confirmAbove > 0 && credits > confirmAbove) await this.confirmation.require(actor, current_password);
    await this.requests.confirm(actor, id, credits);
    return this.one(id);
  }

  @Post('requests/:id/decline')
  @Answers(AdminTopUpRequestView, {
    summary: { id: 'Tolak permintaan top up', en: 'Decline a top-up request' },
    about: 'The balance does not change. The owner can read the reason.',
    message: { id: 'Permintaan ditolak.', en: 'The request was declined.' },
  })
  @Fails('parameter_missing', 'top_up_decided')
  async declineTopUpRequest(
    @IdParam() id: number,
    @Body() { reason }: DeclineTopUpDto,
    @CurrentActor() actor: UserActor,
  ) {
    await this.requests.decline(actor, id, reason);
    return this.one(id);
  }

  private async one(id: number) {
    return orNotFound((await this.views.all([await this.requests.get(id)]))[0]);
  }
}
