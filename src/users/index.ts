export { AccountClosure } from './account-closure.entity.js';
export { Administrators } from './administrators.js';
export { Registration, type RegistrationMode, REGISTRATIONS } from './registration.js';
export { Member, User } from './user.entity.js';
export { ProfileView } from './users.dto.js';
export { UsersModule } from './users.module.js';
export { normalizeLogin, UsersService } from './users.service.js';
export { VerifiedEmails } from './verified-emails.js';
