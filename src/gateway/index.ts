export { GatewayModule } from './gateway.module.js';
export { GatewayDispatcher, type Attempt, type DispatchResult } from './dispatcher.js';
export { DevicePool } from './device-pool.js';
export { DevicesService } from './devices.service.js';
export { CallbackParser } from './callback-parser.js';
export { Device, type DeviceState } from './device.entity.js';
export type { CallbackEvent, DeliveryStatus, LookupResult, OutgoingMessage, SendOutcome } from './driver.js';
