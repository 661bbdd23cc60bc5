import { commonPasswords } from "./common-passwords.ts";

/** Names that a password of their owner must not equal. */
export interface Owner {
  readonly username: string;
  readonly email: string | undefined;
}

/** Normalises a password for hashing and counting, so that it is the same on every keyboard. */
export function normalPassword(password: string): string {
  return password.normalize("NFKC");
}

/** Returns the defect of a new password as a sentence that does not quote it; undefined if there is none. */
export function passwordDefect(password: string, owner: Owner): string | undefined {
  if (password.length > 4 * passwordCharacters.max) return lengthSentence;
  const normal = normalPassword(password);
  if (!normal.isWellFormed()) return "the password is not valid text";
  const length = [...normal].length;
  if (length < passwordCharacters.min || length > passwordCharacters.max) return lengthSentence;
  const folded = normal.toLowerCase();
  if (ownNames(owner).includes(folded)) return "the password must not be the username or the e-mail address";
  if (isCommon(folded) || isRepetition(folded, 4) || isSequence(folded)) return "the password is too easily guessed";
  return undefined;
}

/** Returns the defect of a new PIN as a sentence that does not quote it; undefined if there is none. */
export function pinDefect(pin: string): string | undefined {
  if (!/^[0-9]{6,12}$/.test(pin)) return "a PIN has 6 to 12 digits";
  const isTrivial = isRepetition(pin, pin.length / 2) || isSequence(pin) || isPairs(pin) || commonPins.has(pin);
  return isTrivial ? "the PIN is too easily guessed" : undefined;
}

/** Whether a text can be a password or PIN at all. Longer texts are not hashed. */
export function isHashable(secret: string): boolean {
  return secret.length <= 4 * passwordCharacters.max && secret.isWellFormed();
}

const passwordCharacters = { min: 12, max: 256 };
const lengthSentence = `a password has ${passwordCharacters.min} to ${passwordCharacters.max} characters`;
const commonPins = new Set(["147258", "258369", "159753", "147852", "741852", "123654", "102030", "112358", "314159"]);

function ownNames(owner: Owner): string[] {
  const email = owner.email ?? "";
  return [owner.username, email, email.slice(0, Math.max(email.lastIndexOf("@"), 0))]
    .filter((name) => name !== "")
    .map((name) => normalPassword(name).toLowerCase());
}

/** Whether a text is a common password, possibly with digits and signs before or after it. */
function isCommon(folded: string): boolean {
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return commonPasswords.has(folded) || commonPasswords.has(core);
}

/** Whether the text repeats a unit of at most `unitMax` characters. */
function isRepetition(text: string, unitMax: number): boolean {
  for (let unit = 1; unit <= unitMax; unit++) {
    if (
      text ===
      text
        .slice(0, unit)
        .repeat(Math.ceil(text.length / unit))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}

/** Whether each character follows the previous one, up or down; 0 follows 9. */
function isSequence(text: string): boolean {
  const digitsOnly = /^[0-9]+$/.test(text);
  const steps = new Set<number>();
  for (let i = 1; i < text.length; i++) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1);
    steps.add(digitsOnly ? (step + 10) % 10 : step);
  }
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === -1 || (digitsOnly && step === 9));
}

/** Whether a PIN consists of pairs of equal digits in sequence, such as 112233. */
function isPairs(pin: string): boolean {
  const pairs = pin.match(/(.)\1/g);
  return pairs?.join("") === pin && isSequence(pairs.map((pair) => pair[0]).join(""));
}
