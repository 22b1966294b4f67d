import { phonePattern } from '#domain/phone/phone.ts'

const space = String.raw`\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`
/** Neither spaces and controls nor a backslash, which parsers of addresses repair each in their own way. */
const typed = String.raw`[^\\${space}]`
const authority = String.raw`[^/?#@\\${space}]+`
const ownMachine = String.raw`http://(?:localhost|127\.0\.0\.1)`

/**
 * What our own formats look like, for readers of the description that do not know them. Each matches everything that
 * the service takes.
 */
const patterns: ReadonlyMap<unknown, string> = new Map([
  ['phone', phonePattern],
  ['https-url', `^[Hh][Tt][Tt][Pp][Ss]://${authority}(?:[/?#]${typed}*)?$`],
  ['return-url', `^(?:https://|${ownMachine}(?:[:/?#]|$))`],
  ['web-origin', String.raw`^(?:https://[^A-Z/?#@\\${space}]+|${ownMachine}(?::[0-9]+)?)$`],
])

/** The pattern of a format of our own. */
export function patternOfFormat(format: unknown): string | undefined {
  return patterns.get(format)
}
