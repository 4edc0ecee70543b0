export { GatewayModule } from './gateway.module.js';
export { GatewayDispatcher, type Attempt, type DispatchResult, type OtpMessage } from './dispatcher.js';
export { DevicePool, type Availability } from './pool/device-pool.js';
export { DeviceProber, FIRST_PROBE_MS } from './pool/device-prober.js';
export { DevicesService } from './devices.service.js';
export type { Device } from './device.entity.js';
export { CallbackParser } from './callback-parser.js';
export type { CallbackEvent, CallbackNews, LookupResult, SendOutcome } from './driver.js';
