import type { useApiForm } from '../../../components/use-api-form';
import type { DeviceValues } from './device-values';
import type { Device } from './api';

/** The form of a device, as its parts are handed it. */
export type DeviceFields = ReturnType<typeof useApiForm<DeviceValues, Device>>;
