import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { More } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { Progress } from '#web/design/progress.tsx'
import { useScope } from '#web/design/scope.ts'
import { Verdict } from '#web/design/verdict.tsx'

/** What to do now, and how long it may take. */
export function Waiting({ transaction }: { readonly transaction: TransactionRecord }) {
  const { amountCharged } = transaction
  const isCard = transaction.paymentMethod.type === 'card'
  return (
    <div class="card stack waiting">
      <Verdict tone="wait" icon={isCard ? 'card' : 'phone'} title={waitingTitle(transaction)}>
        <p>
          <Amount of={amountCharged} isHero />
        </p>
      </Verdict>
      {isCard ? <AtTheBank {...transaction} /> : <OnThePhone transaction={transaction} />}
    </div>
  )
}

/** What the payer has to do. */
export function waitingTitle({
  paymentMethod,
  nextActionUrl,
}: Pick<TransactionRecord, 'paymentMethod' | 'nextActionUrl'>): string {
  if (paymentMethod.type !== 'card') return 'Validez sur votre téléphone'
  return nextActionUrl === null ? 'Paiement en cours' : 'Validez auprès de votre banque'
}

/** The bank's page opens beside this one, which tells how it ended. */
function AtTheBank({ nextActionUrl }: Pick<TransactionRecord, 'nextActionUrl'>) {
  if (nextActionUrl === null) {
    return <p class="soft center">Votre banque répond en quelques secondes.</p>
  }
  return (
    <>
      <ButtonLink href={nextActionUrl} isFull isElsewhere iconAfter="right">
        Ouvrir la page de ma banque
      </ButtonLink>
      <p class="soft center">
        Validez-y le paiement, puis revenez ici{'\u00A0'}: cette page vous dit aussitôt si c’est
        payé.
      </p>
    </>
  )
}

function OnThePhone({ transaction }: { readonly transaction: TransactionRecord }) {
  const { customer, provider, mode } = transaction
  const operator = operatorOf(provider)
  return (
    <>
      <ol class="steps">
        <li>
          Une demande {operator?.name} arrive sur le{' '}
          <span class="num">{customer.phone && groupedMaskedPhone(customer.phone)}</span>.
        </li>
        <li>{operator?.approvalInstructions}</li>
        <li>Cette page vous dit aussitôt si c’est payé.</li>
      </ol>
      <TimeLeft transaction={transaction} />
      {mode === 'sandbox' && (
        <p class="soft small">
          Mode test{'\u00A0'}: aucune demande n’arrive, le résultat vient tout seul.
        </p>
      )}
      <More title={`Vous n’avez rien reçu\u00A0?`}>
        <ul class="points soft">
          <li>Vérifiez que ce téléphone est allumé et qu’il capte le réseau.</li>
          <li>
            Ouvrez le menu Mobile Money de votre opérateur{'\u00A0'}: la demande peut y attendre.
          </li>
          <li>
            Le numéro n’est pas le bon{'\u00A0'}? Ne validez rien{'\u00A0'}: la demande s’annule
            d’elle-même à la fin du délai.
          </li>
        </ul>
      </More>
    </>
  )
}

function TimeLeft({ transaction }: { readonly transaction: TransactionRecord }) {
  const { now } = useScope()
  const { createdAt, expiresAt } = transaction
  const whole = secondsBetween(createdAt, expiresAt)
  const left = Math.max(0, secondsBetween(now, expiresAt))
  return (
    <div>
      <Progress label="Temps restant" value={left} max={whole} />
      <p class="soft small center">
        Il vous reste{' '}
        <span class="num" role="timer" aria-live="off" data-left={left}>
          {left >= 60 ? `${Math.floor(left / 60)}\u00A0min` : `${left}\u00A0s`}
        </span>
      </p>
    </div>
  )
}

function secondsBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 1000)
}
