export * from './admin-devices.en';
export * from './admin-drivers.en';
export * from './admin-invitations.en';
export * from './admin-log.en';
export * from './admin-overview.en';
export * from './admin-setup.en';
export * from './admin-top-ups.en';
export * from './admin-users.en';
