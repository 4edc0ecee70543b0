export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails. Their content is secret and never logged. */
export abstract class Mailer {
  /** `reference` is constant over attempts, so that a mail server can drop duplicates. */
  abstract send(mail: Mail, reference?: string): Promise<void>;

  /** Whether it sends to this address at all. */
  abstract reaches(address: string): boolean;
}
