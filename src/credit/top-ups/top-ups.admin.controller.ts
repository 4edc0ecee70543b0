import { Body, Get, Post, Put, Query } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { UserActor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { orNotFound } from '../../platform/errors/index.js';
import { ForeignBody } from '../../platform/http/index.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
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
  TopUpRequestsQuery,
} from './top-ups.dto.js';

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
    about: 'The text and the bank accounts that accounts see, and who stands on receipts.',
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
    about: 'Such as a QR code. A PNG or JPEG by its bytes, as base64.',
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
    about: 'Accounts see the text and the bank accounts alone then.',
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
    about: 'Newest first; with `status=open`, those that wait for you.',
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
      'Tops up the balance by what arrived, once; the line of the ledger and the request name each other.',
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
    about: 'Moves nothing. Its owner reads the reason.',
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
