export { AccessGuard } from './access.guard.js';
export {
  EmailField,
  MailedTokenField,
  NameField,
  NewPasswordField,
  Session,
  UsernameField,
} from './auth.dto.js';
export { AuthModule } from './auth.module.js';
export { AuthService } from './auth.service.js';
export {
  INVITATION_STATUSES,
  type InvitationStatus,
  invitationStatus,
  openInvitation,
} from './invitations/invitation-status.js';
export { Passwords } from './passwords.js';
export { Sessions } from './sessions/sessions.service.js';
export { AccountCommands, type Command, COMMANDS } from './shell/account-commands.js';
export { ShellModule } from './shell/shell.module.js';
