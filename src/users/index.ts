export { Administrators } from './administrators.js';
export { contactsOf, withContacts } from './contacts.js';
export { Registration, type RegistrationMode, REGISTRATIONS } from './registration.js';
export { AccountClosure } from './user.entities.js';
export { Member, User } from './user.entities.js';
export { ProfileView } from './users.dto.js';
export { UsersModule } from './users.module.js';
export { type Membership, normalizeLogin, UsersService } from './users.service.js';
