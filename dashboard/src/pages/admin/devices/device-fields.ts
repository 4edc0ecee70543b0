import type { useApiForm } from '../../../components/use-api-form';
import type { Device } from './api';
import type { DeviceValues } from './device-values';

/** The form of a device, as its parts are handed it. */
export type DeviceFields = ReturnType<typeof useApiForm<DeviceValues, Device>>;
