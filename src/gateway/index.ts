export { GatewayModule } from './gateway.module.js';
export { GatewayDispatcher, type Attempt, type DispatchResult } from './dispatcher.js';
export { DevicePool } from './device-pool.js';
export { DevicesService } from './devices.service.js';
export { CallbackParser } from './callback-parser.js';
export type { CallbackEvent, LookupResult, OutgoingMessage, SendOutcome } from './driver.js';
