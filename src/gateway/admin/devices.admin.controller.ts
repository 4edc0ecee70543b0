import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Actor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdPipe, PageQuery } from '../../platform/http/request-fields.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { DevicePage, DeviceTested, DeviceView } from './device-view.dto.js';
import { DevicesAdminService } from './devices.admin.service.js';
import { CreateDeviceDto, UpdateDeviceDto } from './devices.dto.js';

@AdminController('api/admin/devices')
export class DevicesAdminController {
  constructor(private readonly devices: DevicesAdminService) {}

  /** Oldest first. */
  @Get()
  @Answers(DevicePage, {
    summary: 'List the devices',
    summaryId: 'Daftar device',
    about: 'Each with its state, its score and what is left of its limits.',
  })
  listDevices(@Query() query: PageQuery): Promise<DevicePage> {
    return this.devices.list(query);
  }

  @Get(':id')
  @Answers(DeviceView, {
    summary: 'Get a device',
    summaryId: 'Satu device',
    about: 'With its settings and its callback address; never its token.',
  })
  getDevice(@Param('id', IdPipe) id: number): Promise<DeviceView> {
    return this.devices.get(id);
  }

  @Post()
  @Creates()
  @Answers(DeviceView, {
    summary: 'Add a device',
    summaryId: 'Tambah device',
    about: 'It begins in `setup`: the pool does not use it until it is set `active`.',
    status: 201,
    message: { id: 'Device ditambahkan.', en: 'The device was added.' },
  })
  @Fails('parameter_missing', 'parameter_invalid', 'device_name_taken')
  createDevice(@Body() body: CreateDeviceDto, @CurrentActor() actor: SessionActor): Promise<DeviceView> {
    return this.devices.create(actor, body);
  }

  /**
   * Takes effect on this instance at once and on others within two seconds. Changes of address, token, callback
   * secret, settings or text need the password.
   */
  @Patch(':id')
  @Answers(DeviceView, {
    summary: 'Change a device',
    summaryId: 'Ubah device',
    about: 'Members that are left out stay unchanged. Another server in `base_url` needs a new `token`.',
  })
  @Fails('device_name_taken', 'device_token_required', 'device_changed')
  updateDevice(
    @Param('id', IdPipe) id: number,
    @Body() body: UpdateDeviceDto,
    @CurrentActor() actor: SessionActor,
  ): Promise<DeviceView> {
    return this.devices.update(actor, id, body);
  }

  /** Only for a device without messages; disable any other. */
  @Delete(':id')
  @Answers(null, {
    summary: 'Delete a device that was never used',
    summaryId: 'Hapus device yang belum pernah dipakai',
    about: 'One that has sent is refused, since its messages name it: switch it off instead.',
    message: { id: 'Device dihapus.', en: 'The device was deleted.' },
  })
  @Fails('device_in_use')
  deleteDevice(
    @Param('id', IdPipe) id: number,
    @Body() body: ConfirmedDto,
    @CurrentActor() actor: SessionActor,
  ): Promise<void> {
    return this.devices.delete(actor, id, body);
  }

  /** Sends no message. */
  @Post(':id/test')
  @Answers(DeviceTested, {
    summary: 'Ask the gateway whether a device is connected',
    summaryId: 'Tanya gateway apakah device terhubung',
    about: 'Sends no message.',
  })
  testDevice(@Param('id', IdPipe) id: number): Promise<DeviceTested> {
    return this.devices.test(id);
  }

  /** The device gets no new messages; its callbacks still count. */
  @Post(':id/drain')
  @Answers(DeviceView, {
    summary: 'Drain a device',
    summaryId: 'Kosongkan device: tidak menerima pesan baru',
    about: 'It gets no new messages. Messages in progress are completed.',
  })
  @Fails('device_changed')
  drainDevice(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<DeviceView> {
    return this.devices.drain(actor, id);
  }

  /** The old address is accepted for another day. */
  @Post(':id/callback-key')
  @Answers(DeviceView, {
    summary: 'Renew the key in the callback address',
    summaryId: 'Perbarui kunci di alamat callback',
    about: 'The key before it counts for 24 hours.',
    description: 'Done; the key before is accepted until old_callback_until',
    message: { id: 'Alamat callback diperbarui.', en: 'The callback address was renewed.' },
  })
  @Fails('device_changed')
  renewCallbackKey(
    @Param('id', IdPipe) id: number,
    @Body() body: ConfirmedDto,
    @CurrentActor() actor: SessionActor,
  ): Promise<DeviceView> {
    return this.devices.renewCallbackKey(actor, id, body);
  }

  /** Clears restriction, degradation and its delivery record. */
  @Post(':id/resume')
  @Answers(DeviceView, {
    summary: 'Use a device again',
    summaryId: 'Pakai device lagi, dengan penilaian dari awal',
    about: 'What was measured before is forgotten.',
  })
  resumeDevice(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<DeviceView> {
    return this.devices.resume(actor, id);
  }
}
