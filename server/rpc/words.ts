import { type DescEnum, getOption } from "@bufbuild/protobuf";
import { word } from "#contract/rest/v1/rest_pb.js";

/** Translates between an enum of the contract and the words of the domain, which are also those of the REST dialect. */
export interface Words<Word extends string> {
  readonly word: (number: number) => Word;
  readonly number: (word: Word) => number;
}

/** Creates the translation. Throws at start-up if the domain's union and the contract do not have the same words. */
export function enumNames<Word extends string>(
  declared: DescEnum,
  expected: Readonly<Record<Word, true>>,
): Words<Word> {
  const words = new Map<number, Word>();
  for (const value of declared.values) {
    const text = getOption(value, word);
    if (text !== "") words.set(value.number, text as Word);
  }
  const known = Object.keys(expected);
  if (words.size !== known.length || !known.every((text) => [...words.values()].includes(text as Word))) {
    throw new Error(`${declared.typeName} has other words than the domain: ${[...words.values()]} and ${known}`);
  }
  const numbers = new Map([...words].map(([number, text]) => [text, number]));
  return {
    word: (number) => words.get(number) as Word,
    number: (text) => numbers.get(text) as number,
  };
}
