import { Body, Get, Post } from '@nestjs/common';
import type { Actor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { TemplatesAdminService } from './templates.admin.service.js';
import { CreatedTemplateView, CreateTemplateDto, MessageTemplateList } from './templates.dto.js';

const FAILURES = ['not_found', 'templates_unsupported', 'template_refused', 'template_unknown'] as const;

@AdminController('api/admin/devices')
export class TemplatesAdminController {
  constructor(private readonly templates: TemplatesAdminService) {}

  @Get(':id/templates')
  @Answers(MessageTemplateList, {
    summary: {
      id: 'Daftar template pesan di akun device',
      en: 'List the message templates of a device’s account',
    },
    about: 'Asks Meta, and updates the templates that the device uses.',
  })
  @Fails(...FAILURES)
  listTemplates(@IdParam() id: number): Promise<MessageTemplateList> {
    return this.templates.list(id);
  }

  @Post(':id/templates')
  @Creates()
  @Answers(CreatedTemplateView, {
    summary: { id: 'Buat template pesan di Meta', en: 'Create a message template at Meta' },
    about:
      'Of the category authentication. Its text is Meta’s. The device uses it once its settings name it.',
    status: 201,
    message: { id: 'Template dibuat.', en: 'The template was created.' },
  })
  @Fails('parameter_missing', ...FAILURES)
  createTemplate(
    @IdParam() id: number,
    @Body() body: CreateTemplateDto,
    @CurrentActor() actor: Actor,
  ): Promise<CreatedTemplateView> {
    return this.templates.create(actor, id, body);
  }
}
