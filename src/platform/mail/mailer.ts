export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over; rejects when it could not. Mails carry secrets: none of their content may be logged. */
export abstract class Mailer {
  /** `reference` is the same at every attempt, so that a mail server may drop a second copy. */
  abstract send(mail: Mail, reference?: string): Promise<void>;

  /** Whether it sends mails to this address at all. */
  abstract reaches(address: string): boolean;
}
