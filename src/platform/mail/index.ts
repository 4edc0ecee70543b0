export { MailModule } from './mail.module.js';
export { MailOutbox, type MailOwner } from './mail-outbox.js';
export { mailName, mailWord } from './mail-word.rules.js';
export { type Mail, Mailer } from './mailer.js';
export { SmtpMailer } from './smtp-mailer.js';
