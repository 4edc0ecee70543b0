const CODE_DIGITS = 6;

/** A random code; all digits are equally likely. */
export function randomCode(): string {
  let code = '';
  while (code.length < CODE_DIGITS)
    for (const byte of crypto.getRandomValues(new Uint8Array(CODE_DIGITS)))
      // 250 is the last multiple of ten: bytes above would favour the low digits.
      if (byte < 250 && code.length < CODE_DIGITS) code += String(byte % 10);
  return code;
}
