/** What the recipient reads. Asterisks are WhatsApp's bold; a brand cannot bring its own. */
export function messageText(code: string, brand: string): string {
  const plainBrand = brand.replace(/[*_~`]/g, '');
  return `*${code}* adalah kode OTP ${plainBrand} Anda. Jangan berikan kode ini kepada siapa pun.`;
}
