export * from './admin-devices.id';
export * from './admin-drivers.id';
export * from './admin-invitations.id';
export * from './admin-log.id';
export * from './admin-overview.id';
export * from './admin-setup.id';
export * from './admin-top-ups.id';
export * from './admin-users.id';
