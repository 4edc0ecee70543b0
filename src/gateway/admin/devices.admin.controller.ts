import { Body, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Actor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdParam, PageQuery } from '../../platform/http/request-fields.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { DevicePage, DeviceTested, DeviceView } from './device-view.dto.js';
import { DevicesAdminService } from './devices.admin.service.js';
import { CreateDeviceDto, UpdateDeviceDto } from './devices.dto.js';
import { PairingAdminService, PairingView } from './pairing.admin.service.js';
import { TemplatesAdminService } from './templates.admin.service.js';
import { CreatedTemplateView, CreateTemplateDto, MessageTemplateList } from './templates.dto.js';

const TEMPLATE_FAILURES = [
  'not_found',
  'templates_unsupported',
  'template_refused',
  'template_unknown',
] as const;

@AdminController('api/admin/devices')
export class DevicesAdminController {
  constructor(
    private readonly devices: DevicesAdminService,
    private readonly pairing: PairingAdminService,
    private readonly templates: TemplatesAdminService,
  ) {}

  @Get()
  @Answers(DevicePage, {
    summary: { id: 'Daftar device', en: 'List the devices' },
    about: 'Each device with its state, score and remaining limits.',
  })
  listDevices(@Query() query: PageQuery) {
    return this.devices.list(query);
  }

  @Get(':id')
  @Answers(DeviceView, {
    summary: { id: 'Satu device', en: 'Get a device' },
    about: 'Has its settings and its callback address, but never its token.',
  })
  getDevice(@IdParam() id: number) {
    return this.devices.get(id);
  }

  @Post()
  @Creates()
  @Answers(DeviceView, {
    summary: { id: 'Tambah device', en: 'Add a device' },
    about: 'The device starts in `setup`: the pool does not use it until it is set `active`.',
    status: 201,
    message: { id: 'Device ditambahkan.', en: 'The device was added.' },
  })
  @Fails('parameter_missing', 'parameter_invalid', 'device_name_taken')
  createDevice(@Body() body: CreateDeviceDto, @CurrentActor() actor: SessionActor) {
    return this.devices.create(actor, body);
  }

  /**
   * Other instances apply the change within two seconds. To change address, token, callback secret, settings or text,
   * the request needs the administrator's password.
   */
  @Patch(':id')
  @Answers(DeviceView, {
    summary: { id: 'Ubah device', en: 'Change a device' },
    about: 'Omitted fields stay unchanged. Another server in `base_url` needs a new `token`.',
  })
  @Fails('device_name_taken', 'device_token_required', 'device_changed')
  updateDevice(@IdParam() id: number, @Body() body: UpdateDeviceDto, @CurrentActor() actor: SessionActor) {
    return this.devices.update(actor, id, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus device yang belum pernah dipakai', en: 'Delete a device that was never used' },
    about: 'A device that has sent messages cannot be deleted, since they refer to it: disable it instead.',
    message: { id: 'Device dihapus.', en: 'The device was deleted.' },
  })
  @Fails('device_in_use')
  deleteDevice(@IdParam() id: number, @Body() body: ConfirmedDto, @CurrentActor() actor: SessionActor) {
    return this.devices.delete(actor, id, body);
  }

  @Post(':id/test')
  @Answers(DeviceTested, {
    summary: {
      id: 'Tanya gateway apakah device terhubung',
      en: 'Ask the gateway whether a device is connected',
    },
    about: 'Sends no message.',
  })
  testDevice(@IdParam() id: number) {
    return this.devices.test(id);
  }

  @Post(':id/drain')
  @Answers(DeviceView, {
    summary: { id: 'Kosongkan device: tidak menerima pesan baru', en: 'Drain a device' },
    about: 'The device gets no new messages. Messages in progress are completed.',
  })
  @Fails('device_changed')
  drainDevice(@IdParam() id: number, @CurrentActor() actor: Actor) {
    return this.devices.drain(actor, id);
  }

  @Post(':id/callback-key')
  @Answers(DeviceView, {
    summary: { id: 'Perbarui kunci di alamat callback', en: 'Renew the key in the callback address' },
    about: 'The previous key stays valid for 24 hours.',
    description: 'Done; the previous key is accepted until old_callback_until',
    message: { id: 'Alamat callback diperbarui.', en: 'The callback address was renewed.' },
  })
  @Fails('device_changed')
  renewCallbackKey(@IdParam() id: number, @Body() body: ConfirmedDto, @CurrentActor() actor: SessionActor) {
    return this.devices.renewCallbackKey(actor, id, body);
  }

  @Post(':id/resume')
  @Answers(DeviceView, {
    summary: { id: 'Pakai device lagi, dengan penilaian dari awal', en: 'Use a device again' },
    about: 'Earlier measurements are discarded.',
  })
  resumeDevice(@IdParam() id: number, @CurrentActor() actor: Actor) {
    return this.devices.resume(actor, id);
  }

  /** Call again after a QR code has expired. The state is `connected` once the code was scanned. */
  @Get(':id/link')
  @Answers(PairingView, {
    summary: { id: 'QR untuk menautkan ponsel device', en: 'Get the QR code that links a phone' },
    about: 'The phone that scans it becomes this device.',
  })
  @Fails('overloaded')
  getDeviceLink(@IdParam() id: number, @CurrentActor() actor: Actor) {
    return this.pairing.pair(actor, id);
  }

  @Get(':id/templates')
  @Answers(MessageTemplateList, {
    summary: {
      id: 'Daftar template pesan di akun device',
      en: 'List the message templates of a device’s account',
    },
    about: 'Queries Meta, and updates the templates that the device uses.',
  })
  @Fails(...TEMPLATE_FAILURES)
  listTemplates(@IdParam() id: number) {
    return this.templates.list(id);
  }

  @Post(':id/templates')
  @Creates()
  @Answers(CreatedTemplateView, {
    summary: { id: 'Buat template pesan di Meta', en: 'Create a message template at Meta' },
    about:
      'A template of the category authentication, whose text Meta provides. The device uses it once its settings name it.',
    status: 201,
    message: { id: 'Template dibuat.', en: 'The template was created.' },
  })
  @Fails('parameter_missing', ...TEMPLATE_FAILURES)
  createTemplate(@IdParam() id: number, @Body() body: CreateTemplateDto, @CurrentActor() actor: Actor) {
    return this.templates.create(actor, id, body);
  }
}
