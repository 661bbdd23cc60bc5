/** Whether a text is a phone number in the format of E.164, such as +41441234567. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
}
