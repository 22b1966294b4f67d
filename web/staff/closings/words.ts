import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { ListedClosing } from '#use-cases/closings/columns.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'

export const verdictNames: Readonly<Record<ClosingVerdict, string>> = {
  paid: 'L’opérateur a payé',
  not_paid: 'L’opérateur n’a pas payé',
}

/** The form of a word: its fields, each with what to say where it is refused. */
export const closingOrder = {
  verb: 'clore',
  text: 'Votre réponse est enregistrée.',
  fields: {
    verdict: 'Choisissez ce que dit l’opérateur.',
    operator_reference: 'Écrivez la référence que donne l’opérateur, 64 signes au plus.',
    reason: reasonSentence,
    password: passwordSentence,
  },
  seen: closingSeen,
}

/** What decides about a word, as its page showed it: the state, and the words that counted. */
export function closingSeen({
  status,
  closings,
}: {
  readonly status: string
  readonly closings: readonly ListedClosing[]
}): string {
  return [status, ...closings.map(({ id }) => id)].join('.')
}
