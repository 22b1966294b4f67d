import { mobileOperators } from '#domain/operators/operators.ts'
import { payoutFileLinesMax, unsentLinesMax, type PayoutFileState } from '#domain/payouts/file.ts'
import { payoutColumnTitles } from '#domain/payouts/file-columns.ts'
import type { PayoutLineFault } from '#domain/payouts/file-line.ts'
import type { Language } from '#domain/text/language.ts'
import { countText } from '#domain/text/text.ts'
import type { PayoutFileFault } from '#use-cases/payouts/read-file.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import type { Tone } from '#web/design/tone.ts'
import { english } from './file-english.ts'
import { french, type PayoutFileWords } from './file-french.ts'

/** What the pages of payout files say. */
export const payoutFileWords: Readonly<Record<Language, PayoutFileWords>> = {
  fr: french,
  en: english,
}

export const usePayoutFileWords = inPageLanguage(payoutFileWords)

/** How a file's state is shown. */
export const fileTones: Readonly<Record<PayoutFileState, Tone>> = {
  checked: 'still',
  awaiting_approval: 'wait',
  running: 'wait',
  paused: 'wait',
  done: 'ok',
  cancelled: 'still',
}

/** The operators that a file may name: `MTN ou Moov`. */
export function networkNames(language: Language): string {
  const names = mobileOperators.map(({ name }) => name.split(' ')[0] ?? name)
  return names.reduce((one, other) => payoutFileWords[language].or(one, other))
}

/** The number of lines, in words. */
export function lineCount(count: number, language: Language): string {
  const { line, lines } = payoutFileWords[language]
  const say = count === 1 ? line : lines
  return say(countText(count, language))
}

/** Why the file as a whole cannot be read. */
export function wholeSentence(fault: PayoutFileFault, language: Language): string {
  const { whole: words } = payoutFileWords[language]
  if (fault.code === 'too_many_lines') {
    return words.too_many_lines(countText(payoutFileLinesMax, language))
  }
  if (fault.code === 'too_many_unsent') {
    return words.too_many_unsent(countText(unsentLinesMax, language))
  }
  if ('column' in fault) return words[fault.code](payoutColumnTitles[language][fault.column])
  return words[fault.code]
}

/** What is wrong with a line, and what to do. */
export function faultSentence(fault: PayoutLineFault, language: Language): string {
  const say: string | ((what: string) => string) = payoutFileWords[language].faults[fault.code]
  return typeof say === 'string' ? say : say(mentioned(fault, language))
}

/** What a sentence mentions, worded for its reader. */
function mentioned({ code, what = '', file = '' }: PayoutLineFault, language: Language): string {
  if (code === 'operator_wrong') return networkNames(language)
  if (code === 'amount_small' || code === 'amount_large') return countText(Number(what), language)
  return code === 'line_repeated' ? payoutFileWords[language].lineOf(what, file) : what
}
