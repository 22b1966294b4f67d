import type { Language } from '#domain/text/language.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Contact } from './closed-page.tsx'
import { useScope } from '#web/design/scope.ts'
import type { PayerWords } from './french.tsx'
import { payerWords } from './words.ts'
import type { Payment } from './find.ts'
import { resumePath } from './resume.ts'
import { BackUnpaid } from './shop-return.tsx'

interface FailedProps {
  readonly payment: Payment
  readonly merchant: ReceiptMerchant
  /** The ways in which it can be paid now. */
  readonly methods: readonly OpenMethod[]
  /** True if the payer was debited after its end. */
  readonly isLate: boolean
}

/** Why it was not paid, and how it still can be. */
export function Failed({ payment, merchant, methods, isLate }: FailedProps) {
  const { payable, transaction } = payment
  const { language } = useScope()
  const words = payerWords[language].failed
  const { title, text } = isLate
    ? lateTelling(transaction, words)
    : failureTelling(transaction, language)
  // What was just released may still be held for a moment.
  const mayRetry = payable.status === 'active' || payable.status === 'in_progress'
  return (
    <>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={title}>
          <p>
            <Amount of={transaction.amountCharged} />
          </p>
          <p class="soft">{text}</p>
        </Verdict>
        {mayRetry ? (
          waysOn(payment, methods, words).map(({ label, href }, at) => (
            <ButtonLink
              key={href}
              href={href}
              isFull
              {...((at > 0 || isLate) && { look: 'quiet' })}
            >
              {label}
            </ButtonLink>
          ))
        ) : (
          <p class="soft center">{words.noMore}</p>
        )}
      </div>
      <BackUnpaid payable={payable} />
      <Contact merchant={merchant} />
    </>
  )
}

type Words = PayerWords['failed']

interface WayOn {
  readonly label: string
  readonly href: string
}

/** With these the same number would only fail again. */
const ofTheNumber = new Set([
  'insufficient_funds',
  'payer_not_found',
  'payer_limit_reached',
  'payer_account_blocked',
])

/** What to try next, the likeliest to succeed first: the same again, another number, another operator, a card. */
function waysOn(payment: Payment, methods: readonly OpenMethod[], words: Words): readonly WayOn[] {
  const { provider, failureCode, paymentMethod } = payment.transaction
  const same = {
    label: words.again,
    href: resumePath(payment, { phone: true, ...sameWay(payment) }),
  }
  if (paymentMethod.type !== 'mobile_money') {
    return [same, ...byMobileMoney(payment, methods, words)]
  }
  const number = {
    label: words.otherNumber,
    href: resumePath(payment, { phone: false }),
  }
  const others = methods.flatMap(({ operator: { type, code, name } }): WayOn[] => {
    if (type !== 'mobile_money' || code === provider) return []
    return [
      { label: words.with(name), href: resumePath(payment, { phone: false, provider: code }) },
    ]
  })
  const cards = methods.some(({ operator }) => operator.type === 'card')
    ? [{ label: words.byCard, href: resumePath(payment, { phone: false, way: 'card' }) }]
    : []
  if (failureCode === 'operator_unavailable') return [...others, ...cards, same]
  const isOfNumber = failureCode !== null && ofTheNumber.has(failureCode)
  return isOfNumber ? [number, ...others, ...cards, same] : [same, number, ...others, ...cards]
}

function sameWay({ transaction }: Payment) {
  return transaction.paymentMethod.type === 'card' ? ({ way: 'card' } as const) : {}
}

function byMobileMoney(
  payment: Payment,
  methods: readonly OpenMethod[],
  words: Words,
): readonly WayOn[] {
  if (!methods.some(({ operator }) => operator.type === 'mobile_money')) return []
  return [{ label: words.byMobileMoney, href: resumePath(payment, { phone: false }) }]
}

/** Why it was not paid and what to do, worded for the payer; the table of failures addresses merchants. */
interface FailureTelling {
  readonly title: string
  readonly text: string
}

const noDebit = 'Rien n’a été débité.'

const french = {
  insufficient_funds: {
    title: 'Solde insuffisant',
    text: `Votre solde Mobile Money est insuffisant. ${noDebit} Rechargez-le, ou payez avec un autre numéro.`,
  },
  payer_rejected: {
    title: 'Paiement refusé',
    text: `La demande a été refusée sur le téléphone. ${noDebit} Si c’était une erreur, réessayez.`,
  },
  approval_timeout: {
    title: 'Délai dépassé',
    text: `La demande n’a pas été validée à temps. ${noDebit} Réessayez, téléphone en main.`,
  },
  expired: {
    title: 'Délai dépassé',
    text: 'Nous n’avons pas reçu votre validation à temps. Si une somme était débitée malgré tout, elle vous serait rendue. Réessayez, téléphone en main.',
  },
  payer_not_found: {
    title: 'Pas de compte Mobile Money',
    text: `Ce numéro n’a pas de compte chez cet opérateur. ${noDebit} Vérifiez le numéro et l’opérateur.`,
  },
  payer_limit_reached: {
    title: 'Plafond atteint',
    text: `Votre compte a atteint son plafond. ${noDebit} Payez avec un autre numéro, ou un autre jour.`,
  },
  payer_account_blocked: {
    title: 'Compte bloqué',
    text: `Votre opérateur n’autorise pas ce paiement. ${noDebit} Contactez-le, ou payez avec un autre numéro.`,
  },
  amount_out_of_bounds: {
    title: 'Montant refusé',
    text: `Votre opérateur ne prend pas ce montant. ${noDebit}`,
  },
  card_declined: {
    title: 'Carte refusée',
    text: `Votre banque a refusé le paiement. ${noDebit} Utilisez une autre carte ou un autre moyen.`,
  },
  expired_card: {
    title: 'Carte expirée',
    text: `Cette carte a expiré. ${noDebit} Utilisez une autre carte ou un autre moyen.`,
  },
  lost_card: {
    title: 'Carte refusée',
    text: `Votre banque ne permet plus d’utiliser cette carte. ${noDebit} Contactez-la, ou payez autrement.`,
  },
  authentication_failed: {
    title: 'Paiement non validé',
    text: `Le paiement n’a pas été validé auprès de votre banque. ${noDebit} Si c’était une erreur, réessayez.`,
  },
  operator_unavailable: {
    title: 'Opérateur indisponible',
    text: `Votre opérateur ne répond pas. ${noDebit} Réessayez dans quelques minutes, ou avec un autre opérateur.`,
  },
  cancelled: {
    title: 'Paiement annulé',
    text: `La demande a été annulée. ${noDebit}`,
  },
  other: {
    title: 'Paiement non abouti',
    text: 'Votre opérateur n’a pas pu faire ce paiement. Réessayez dans quelques minutes, ou avec un autre numéro.',
  },
}

const noDebitInEnglish = 'Nothing was debited.'

const english: typeof french = {
  insufficient_funds: {
    title: 'Insufficient balance',
    text: `Your Mobile Money balance is too low. ${noDebitInEnglish} Top it up, or pay with another number.`,
  },
  payer_rejected: {
    title: 'Payment refused',
    text: `The request was refused on the phone. ${noDebitInEnglish} If that was a mistake, try again.`,
  },
  approval_timeout: {
    title: 'Time is up',
    text: `The request was not approved in time. ${noDebitInEnglish} Try again, phone in hand.`,
  },
  expired: {
    title: 'Time is up',
    text: 'We did not receive your approval in time. If money were debited all the same, you would get it back. Try again, phone in hand.',
  },
  payer_not_found: {
    title: 'No Mobile Money account',
    text: `This number has no account with this operator. ${noDebitInEnglish} Check the number and the operator.`,
  },
  payer_limit_reached: {
    title: 'Limit reached',
    text: `Your account has reached its limit. ${noDebitInEnglish} Pay with another number, or on another day.`,
  },
  payer_account_blocked: {
    title: 'Account blocked',
    text: `Your operator does not allow this payment. ${noDebitInEnglish} Contact them, or pay with another number.`,
  },
  amount_out_of_bounds: {
    title: 'Amount refused',
    text: `Your operator does not take this amount. ${noDebitInEnglish}`,
  },
  card_declined: {
    title: 'Card refused',
    text: `Your bank refused the payment. ${noDebitInEnglish} Use another card or another way to pay.`,
  },
  expired_card: {
    title: 'Card expired',
    text: `This card has expired. ${noDebitInEnglish} Use another card or another way to pay.`,
  },
  lost_card: {
    title: 'Card refused',
    text: `Your bank no longer allows this card to be used. ${noDebitInEnglish} Contact them, or pay in another way.`,
  },
  authentication_failed: {
    title: 'Payment not approved',
    text: `The payment was not approved with your bank. ${noDebitInEnglish} If that was a mistake, try again.`,
  },
  operator_unavailable: {
    title: 'Operator unavailable',
    text: `Your operator does not answer. ${noDebitInEnglish} Try again in a few minutes, or with another operator.`,
  },
  cancelled: {
    title: 'Payment cancelled',
    text: `The request was cancelled. ${noDebitInEnglish}`,
  },
  other: {
    title: 'Payment not completed',
    text: 'Your operator could not make this payment. Try again in a few minutes, or with another number.',
  },
}

/** In each language, by the code of the failure. */
export const failureTellings: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

/** What to say about a payment that did not succeed. */
function failureTelling(
  { status, failureCode }: Pick<TransactionRecord, 'status' | 'failureCode'>,
  language: Language,
): FailureTelling {
  const tellings = failureTellings[language]
  const known: Readonly<Record<string, FailureTelling>> = tellings
  return known[failureCode ?? status] ?? tellings.other
}

function lateTelling({ refunded }: TransactionRecord, { late }: Words): FailureTelling {
  return { title: late.title, text: refunded.minor > 0n ? late.givenBack : late.owed }
}
