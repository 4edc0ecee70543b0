import { Body, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { languageOfRequest } from '../platform/http/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { jsonOrPage } from '../platform/http/response-files.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { AccessDocuments } from './access-documents.js';
import { accessPage } from './access-page.js';
import { LegalHoldSettings } from './legal-hold-settings.js';
import {
  AccessDocumentView,
  CreatePrivacyRequestDto,
  DecidePrivacyRequestDto,
  LegalHoldDto,
  LegalHoldView,
  PrivacyRequestPage,
  PrivacyRequestQuery,
  PrivacyRequestView,
} from './privacy.dto.js';
import { PrivacyRequests } from './privacy-requests.js';

@AdminController('api/admin/privacy/requests')
export class PrivacyAdminController {
  constructor(
    private readonly requests: PrivacyRequests,
    private readonly documents: AccessDocuments,
  ) {}

  @Post()
  @Answers(PrivacyRequestView, {
    status: 201,
    summary: { id: 'Catat permintaan pemilik nomor', en: 'Enter a request of a data subject' },
    about:
      'The request is about their phone, which Sandi does not store. Nothing happens until the request is completed.',
    message: { id: 'Permintaan dicatat.', en: 'The request was entered.' },
  })
  @Fails('parameter_missing', 'parameter_invalid', 'phone_invalid')
  createPrivacyRequest(@CurrentActor() actor: SessionActor, @Body() body: CreatePrivacyRequestDto) {
    return this.requests.create(actor, body);
  }

  @Get()
  @Answers(PrivacyRequestPage, {
    summary: { id: 'Daftar permintaan pemilik nomor', en: 'List requests of data subjects' },
    about: 'Newest first, without phones.',
  })
  listPrivacyRequests(@Query() query: PrivacyRequestQuery) {
    return this.requests.list(query);
  }

  @Get(':id')
  @Answers(PrivacyRequestView, {
    summary: { id: 'Satu permintaan pemilik nomor', en: 'Get a request of a data subject' },
    about: 'Its status, and when it is due.',
  })
  getPrivacyRequest(@IdParam() id: number) {
    return this.requests.get(id);
  }

  @Post(':id/complete')
  @Answers(PrivacyRequestView, {
    summary: {
      id: 'Selesaikan atau tolak permintaan pemilik nomor',
      en: 'Complete or decline a request of a data subject',
    },
    about:
      'An access gets its document, a restriction applies within ten seconds, and an erasure begins. An erasure cannot be undone and continues in the background.',
    message: { id: 'Permintaan diputuskan.', en: 'The request was decided.' },
  })
  @Fails('privacy_request_decided')
  completePrivacyRequest(
    @CurrentActor() actor: SessionActor,
    @IdParam() id: number,
    @Body() body: DecidePrivacyRequestDto,
  ) {
    return this.requests.complete(actor, id, body);
  }

  @Post(':id/lift')
  @Answers(PrivacyRequestView, {
    summary: { id: 'Cabut pembatasan', en: 'Lift a restriction' },
    about: 'Messages may be sent to the phone again, within ten seconds.',
    message: { id: 'Pembatasan dicabut.', en: 'The restriction was lifted.' },
  })
  @Fails('privacy_request_decided')
  liftRestriction(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.requests.lift(actor, id);
  }

  @Get(':id/document')
  @Answers(AccessDocumentView, {
    summary: { id: 'Dokumen permintaan akses', en: 'Get the document of an access' },
    about:
      'The data that is stored about the phone now; available for 30 days after the completion. With `Accept: text/html`, as browsers send it, the response is a page to print.',
    alsoAs: 'text/html',
  })
  async getAccessDocument(@IdParam() id: number, @Res({ passthrough: true }) reply: FastifyReply) {
    const view = await this.documents.of(id, languageOfRequest(reply.request));
    return jsonOrPage(reply, view, (language) => accessPage(view, language));
  }
}

@AdminController('api/admin/users')
export class LegalHoldAdminController {
  constructor(private readonly holds: LegalHoldSettings) {}

  @Get(':id/legal-hold')
  @Answers(LegalHoldView, {
    summary: { id: 'Penahanan hukum sebuah akun', en: 'Get the legal hold of an account' },
    about: 'Whether its messages are exempt from retention and erasures, and why.',
  })
  getLegalHold(@IdParam() id: number) {
    return this.holds.view(id);
  }

  @Put(':id/legal-hold')
  @Answers(LegalHoldView, {
    summary: {
      id: 'Tetapkan atau akhiri penahanan hukum sebuah akun',
      en: 'Set or end the legal hold of an account',
    },
    about:
      'During a hold, neither retention nor an erasure deletes the messages of the account. Erasures that waited for its end then continue automatically.',
    message: { id: 'Penahanan hukum disimpan.', en: 'The legal hold was saved.' },
  })
  @Fails('parameter_missing')
  setLegalHold(@CurrentActor() actor: SessionActor, @IdParam() id: number, @Body() body: LegalHoldDto) {
    return this.holds.set(actor, id, body);
  }
}
