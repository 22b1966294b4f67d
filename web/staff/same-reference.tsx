import { TickField } from '#web/design/field.tsx'
import { Notice } from '#web/design/notice.tsx'
import { errorAt } from '#web/http/refused.ts'
import type { RefusedAct } from './parts.tsx'

interface SameReferenceProps {
  readonly refused: RefusedAct | null
  /** What the others are called, and the address above their pages. */
  readonly others: { readonly name: string; readonly path: string }
  /** What somebody says who has seen that it is right. */
  readonly label: string
}

/** Before it counts: something else has the reference that was typed. Nothing unless it was refused for that. */
export function SameReference({ refused, others, label }: SameReferenceProps) {
  const told = errorAt(refused?.faults ?? [], 'same_reference')
  if (told === undefined) return null
  const ids = refused?.details?.['transaction_ids']
  return (
    <Notice tone="wait" title="Référence déjà utilisée">
      <p>{told}</p>
      <ul>
        {(typeof ids === 'string' ? ids.split(' ') : []).map((id) => (
          <li>
            <a href={`${others.path}/${id}`}>
              {others.name} {id}
            </a>
          </li>
        ))}
      </ul>
      <TickField name="same_reference" value="confirmed" label={label} />
    </Notice>
  )
}
