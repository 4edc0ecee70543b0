export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over; rejects when it could not. Mails carry secrets: none of their content may be logged. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}
