/**
 * The codes for people to type in a text, as mails and pages have them. A UUID may have three groups that look like one, so
 * nothing may be attached to a code.
 */
export const typedCodes =
  /(?<![\w-])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g

/** Those of this text. */
export function typedCodesIn(text: string): readonly string[] {
  return text.match(typedCodes) ?? []
}
