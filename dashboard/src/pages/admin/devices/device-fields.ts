import type { useApiForm } from '../../../components/use-api-form';
import type { Device } from './api';
import type { DeviceValues } from './device-values';

export type DeviceFields = ReturnType<typeof useApiForm<DeviceValues, Device>>;
