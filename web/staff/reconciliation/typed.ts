import { ServiceError } from '#domain/errors/errors.ts'
import { orderKinds } from '#domain/reconciliation/reconciliation.ts'
import { textOfStatement } from '#use-cases/reconciliation/read-statement.ts'
import type { Form } from '#web/http/form.ts'

/** For a form that contains a file: base64url takes a third more room. */
export const importBytesMax = 17_000_000
/** The largest file that fits into the form with its other fields. */
export const fileMegabytesMax = 12

/** The message for each refused field. */
export const importSentences = {
  provider: 'Choisissez un opérateur.',
  from: 'Choisissez le premier jour du relevé.',
  to: 'Choisissez une période de 31 jours au plus, commencée aujourd’hui ou avant.',
  kinds: 'Cochez au moins une sorte d’opération.',
  service_env_id: 'Aucun service du mode réel n’est celui-là. Repartez de la page de son marchand.',
  sans_ligne:
    'Ce relevé n’a aucune ligne. Vérifiez que c’est le bon fichier, entier, ou confirmez qu’il ne s’est rien passé.',
  csv: 'Choisissez un relevé CSV avec une ligne de titres et 100\u202F000 lignes au plus.',
}

/** The tick of somebody who has seen that a statement has no lines. */
export const quietField = 'sans_ligne'

/** The form as a body of the API; a file takes precedence over pasted text. */
export function typedStatement(form: Form): Readonly<Record<string, unknown>> & {
  readonly csv: string
} {
  const kinds = orderKinds.filter((kind) => form.isTicked(`kind_${kind}`))
  const serviceEnvId = form.text('service_env_id')
  const file = form.file('file')
  return {
    provider: form.text('provider'),
    from: form.text('from'),
    to: form.text('to'),
    kinds,
    csv: file === null ? form.text('csv') : textOfStatement(file),
    ...(serviceEnvId !== '' && { service_env_id: serviceEnvId }),
  }
}

/** A line that cannot be read, with the column at fault if it is known. */
export interface LineFault {
  readonly line: number
  readonly column: string
  readonly message: string
}

interface NamedFault {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** The message for a line of which the API names only the field. */
function sentenceOf(field: string, code: string): string | undefined {
  const [, line, column = ''] = field.split('.')
  if (column === '') return 'Cette ligne n’a pas la forme d’une table.'
  if (line === '1') return code === 'missing_field' ? untitled(column) : titledTwice
  return code === 'missing_field' ? missing(column) : unread[column]
}

const titledTwice = 'Cette colonne est là deux fois.'

function untitled(column: string): string {
  return column === 'operator_reference'
    ? 'Il manque la colonne d’une référence, celle de l’opérateur ou la nôtre.'
    : 'Cette colonne manque dans la ligne de titres.'
}

function missing(column: string): string {
  return column === 'operator_reference'
    ? 'Il manque une référence, celle de l’opérateur ou la nôtre.'
    : 'Il manque cette valeur.'
}

const unread: Readonly<Record<string, string>> = {
  kind: 'Écrivez collection, payout ou refund, parmi les opérations cochées.',
  amount: 'Écrivez un montant supérieur à 0, sans signe\u00A0: 12500, 12 500 ou 12500,00.',
  status: 'Écrivez succeeded, failed ou reversed.',
  time: 'Cette heure ne se lit pas, ou n’est pas dans la période.',
  operator_reference:
    'Cette référence est trop longue, ou contient un caractère qui n’est pas admis.',
  reference: 'Cette référence est trop longue, ou contient un caractère qui n’est pas admis.',
}

/** The faults of a refused import: `csv.12.amount` is a line, anything else a field of the form. */
export function importFaults(thrown: unknown): {
  readonly lines: readonly LineFault[]
  readonly fields: readonly string[]
} {
  const named = thrown instanceof ServiceError ? (thrown.details['fields'] ?? []) : []
  const faults = named as readonly NamedFault[]
  return {
    lines: faults.flatMap(({ field, code, message }) => {
      const [, line = '', column = ''] = /^csv\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
      return line === ''
        ? []
        : [{ line: Number(line), column, message: sentenceOf(field, code) ?? message }]
    }),
    fields: faults.flatMap(({ field }) => (field.startsWith('csv.') ? [] : [field])),
  }
}
