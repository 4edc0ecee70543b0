import type { LocalizedText } from '../../../platform/text/language.js';
import type { SettingFault } from '../../driver-info.js';

/** A setting is wrong at one of its members. */
export class MemberFault extends Error {
  constructor(readonly fault: SettingFault) {
    super(`${fault.member}: ${fault.words.en}`);
  }
}

export const memberFault = (member: string, words: LocalizedText): MemberFault =>
  new MemberFault({ member, words });

/** Finds the mistake in a setting with the function that reads it. */
export const faultBy =
  (read: (text: string) => unknown) =>
  (text: string): SettingFault | undefined => {
    try {
      read(text);
      return undefined;
    } catch (error) {
      if (error instanceof MemberFault) return error.fault;
      throw error;
    }
  };
