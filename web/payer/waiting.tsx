import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { More } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { TimeLeft } from '#web/design/progress.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { Payment } from './find.ts'
import { resumePath } from './resume.ts'

/** What to do now, and how long it may take. */
export function Waiting({ payment }: { readonly payment: Payment }) {
  const { transaction } = payment
  const { amountCharged } = transaction
  const isCard = transaction.paymentMethod.type === 'card'
  return (
    <div class="card stack waiting">
      <Verdict tone="wait" icon={isCard ? 'card' : 'phone'} title={waitingTitle(transaction)}>
        <p>
          <Amount of={amountCharged} isHero />
        </p>
      </Verdict>
      {isCard ? <AtTheBank {...transaction} /> : <OnThePhone payment={payment} />}
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

function OnThePhone({ payment }: { readonly payment: Payment }) {
  const { transaction } = payment
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
      <TimeLeft from={transaction.createdAt} until={transaction.expiresAt} />
      {mode === 'sandbox' && (
        <p class="soft small">
          Mode test{'\u00A0'}: aucune demande n’arrive, le résultat vient tout seul.
        </p>
      )}
      <More title={`Vous n’avez rien reçu\u00A0?`}>
        <ul class="points soft">
          <li>Vérifiez que ce téléphone est allumé et qu’il capte le réseau.</li>
          {operator?.menuCode && (
            <li>
              Composez{' '}
              <a href={`tel:${encodeURIComponent(operator.menuCode)}`}>{operator.menuCode}</a>
              {'\u00A0'}: la demande peut y attendre votre validation.
            </li>
          )}
          <WrongNumber payment={payment} />
        </ul>
      </More>
    </>
  )
}

/** What was asked of a wrong number ends by itself; where others may pay meanwhile, so may this payer. */
function WrongNumber({ payment }: { readonly payment: Payment }) {
  const mayPayAgain = payment.payable.status === 'active'
  return (
    <li>
      Le numéro n’est pas le bon{'\u00A0'}? Ne validez rien{'\u00A0'}: la demande s’annule
      d’elle-même à la fin du délai.{' '}
      {mayPayAgain && (
        <a href={resumePath(payment, { phone: false })}>Payer avec un autre numéro</a>
      )}
    </li>
  )
}
