import type { Money } from '#domain/money/money.ts'
import { toDecimalText } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { currencyOf } from '#domain/money/currency.ts'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { payerText } from '#web/portal/transactions/table.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { refundFormPath } from './of-payment.tsx'

/** Names of the fields. */
export const fields = { amount: 'montant', reason: 'motif' } as const

export interface RefundFormProps {
  readonly portal: Portal
  readonly payment: TransactionRecord
  readonly refundable: Money
  readonly available: Money
  readonly typed?: { readonly amount: string; readonly reason: string }
  readonly faults?: readonly FieldFault[]
}

/** Asks for a refund: the amount stands there whole, and may be made smaller. */
export function RefundForm(props: RefundFormProps) {
  const { portal, payment, refundable } = props
  return (
    <PortalFrame portal={portal} title="Rembourser">
      <p>
        <a href={`${paths.transactions}/${payment.id}`}>{payment.reference}</a>
      </p>
      <h1>Rembourser</h1>
      {refundable.minor === 0n ? <NothingLeft /> : <Asking {...props} />}
    </PortalFrame>
  )
}

function NothingLeft() {
  return (
    <Notice tone="info" title="Il ne reste rien à rembourser">
      Ce paiement n’a pas réussi, ou il est déjà remboursé, ou son remboursement est en cours.
    </Notice>
  )
}

function Asking({ portal, payment, refundable, available, typed, faults = [] }: RefundFormProps) {
  const { amountCharged } = payment
  return (
    <div class="grid start">
      <div class="card stack">
        <WriteForm
          portal={portal}
          action={refundFormPath(payment.id)}
          faults={faults}
          button="Demander le remboursement"
        >
          <TextField
            name={fields.amount}
            label="Montant rendu au payeur"
            hint={`Au plus ${moneyText(refundable)}. Laissez-le tel quel pour tout rendre.`}
            inputMode="decimal"
            unit={currencyOf(refundable.currency).symbol}
            value={typed?.amount ?? toDecimalText(refundable)}
            error={errorAt(faults, fields.amount)}
            maxLength={24}
          />
          <LinesField
            name={fields.reason}
            label="Motif"
            hint="Nos équipes le lisent avant de valider. Vos webhooks le reçoivent."
            value={typed?.reason ?? ''}
            error={errorAt(faults, fields.reason)}
            maxLength={255}
          />
        </WriteForm>
      </div>
      <div class="card stack">
        <h2>Ce paiement</h2>
        <Facts
          facts={[
            { label: 'Payeur', value: payerText(payment) },
            { label: 'Payé', value: <Amount of={amountCharged} /> },
            { label: 'Solde disponible', value: <Amount of={available} /> },
            { label: 'Reste à rendre', value: <Amount of={refundable} />, isTotal: true },
          ]}
        />
        <p class="soft small">
          Le montant est mis de côté sur votre solde dès la demande, et y revient si elle n’aboutit
          pas. Les frais du paiement ne sont pas rendus.
        </p>
      </div>
    </div>
  )
}
