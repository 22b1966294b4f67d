import { ServiceError } from '#domain/errors.ts'
import { orderKinds } from '#domain/reconciliation.ts'
import type { Form } from '#web/http/form.ts'

/** Of a form with a file in it: base64url takes a third more room than the file. */
export const importBytesMax = 17_000_000
/** So that a file of this size fits, with all that stands beside it. */
export const fileMegabytesMax = 12

/** What the page says where a field is refused. */
export const importSentences = {
  provider: 'Choisissez un opérateur.',
  from: 'Choisissez le premier jour du relevé.',
  to: 'Choisissez une période de 31 jours au plus, commencée aujourd’hui ou avant.',
  kinds: 'Cochez au moins une sorte d’opération.',
  service_env_id: 'Aucun service du mode réel n’a cet identifiant.',
  csv: 'Choisissez un relevé CSV avec une ligne de titres et 100\u202F000 lignes au plus.',
}

/** The form as the API would be told it; a file goes before a pasted text. */
export function typedStatement(form: Form): Readonly<Record<string, unknown>> {
  const kinds = orderKinds.filter((kind) => form.isTicked(`kind_${kind}`))
  const serviceEnvId = form.text('service_env_id')
  return {
    provider: form.text('provider'),
    from: form.text('from'),
    to: form.text('to'),
    kinds,
    csv: form.file('file')?.toString('utf8') ?? form.text('csv'),
    ...(serviceEnvId !== '' && { service_env_id: serviceEnvId }),
  }
}

/** A line that cannot be read, with the column where one is at fault. */
export interface LineFault {
  readonly line: number
  readonly column: string
  readonly message: string
}

/** What a refused import says of its fields: `csv.12.amount` is a line, anything else a field of the form. */
export function importFaults(thrown: unknown): {
  readonly lines: readonly LineFault[]
  readonly fields: readonly string[]
} {
  const named = thrown instanceof ServiceError ? (thrown.details['fields'] ?? []) : []
  const faults = named as readonly { readonly field: string; readonly message: string }[]
  return {
    lines: faults.flatMap(({ field, message }) => {
      const [, line = '', column = ''] = /^csv\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
      return line === '' ? [] : [{ line: Number(line), column, message }]
    }),
    fields: faults.flatMap(({ field }) => (field.startsWith('csv.') ? [] : [field])),
  }
}
