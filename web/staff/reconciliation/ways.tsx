import { providerName } from '#domain/operators/names.ts'
import type { Difference } from '#use-cases/reconciliation/list-differences.ts'
import { paths } from '#web/staff/paths.ts'
import { type DifferenceFilter, listOf } from './narrowing.ts'

/** A difference among others. */
export interface WaysProps {
  readonly difference: Difference
  /** The list that it was opened from. */
  readonly filter: DifferenceFilter
  /** The page of the difference that is next there. */
  readonly next: string | null
}

/** Back to both lists, in that which it was opened from as it was narrowed, and on to the next one there. */
export function Ways({ difference: { reconciliationId, provider }, filter, next }: WaysProps) {
  const statement = `${paths.reconciliations}/${reconciliationId}`
  const isOfStatement = filter.reconciliationId !== undefined
  return (
    <p class="row spread">
      <span class="row">
        <a href={isOfStatement ? paths.differences : listOf(filter)}>Écarts</a>
        <a href={isOfStatement ? listOf(filter) : statement}>Relevé de {providerName(provider)}</a>
      </span>
      {next !== null && (
        <a href={next} rel="next">
          Dossier suivant
        </a>
      )}
    </p>
  )
}
