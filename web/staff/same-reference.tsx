import { maskedParty } from '#domain/transactions/mask.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { TickField } from '#web/design/field.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Time } from '#web/design/time.tsx'
import { errorAt } from '#web/http/refused.ts'
import { caseName } from './case-name.ts'
import type { RefusedAct } from './parts.tsx'

interface SameReferenceProps {
  readonly refused: RefusedAct | null
  /** The address above the pages of the others. */
  readonly path: string
  /** What somebody says who has seen that it is right. */
  readonly label: string
}

/** Before it counts: something else has the reference that was typed. Nothing unless it was refused for that. */
export function SameReference({ refused, path, label }: SameReferenceProps) {
  const told = errorAt(refused?.faults ?? [], 'same_reference')
  if (told === undefined) return null
  return (
    <Notice tone="wait" title="Référence déjà utilisée">
      <p>{told}</p>
      <ul>
        {(refused?.others ?? []).map((other) => (
          <li key={other.id}>
            <a href={`${path}/${other.id}`}>{nameOf(other)}</a>, <Amount of={other.net} />,{' '}
            <Time at={other.createdAt} />
          </li>
        ))}
      </ul>
      <TickField name="same_reference" value="confirmed" label={label} />
    </Notice>
  )
}

function nameOf({ id, reference, customer, transfer }: TransactionRecord): string {
  const who = transfer
    ? { name: customer.name, number: transfer.accountMasked }
    : maskedParty(customer)
  return caseName({ id, reference, who })
}
