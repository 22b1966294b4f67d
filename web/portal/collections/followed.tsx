import { type CheckoutRecord, isCheckoutOver } from '#domain/checkouts/checkout.ts'
import { failureSaid } from '#domain/errors/failures.ts'
import { operatorName } from '#domain/operators/names.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { isFinal } from '#domain/transactions/transaction.ts'
import { type Customer as Payer, type MaskedParty, maskedParty } from '#domain/transactions/mask.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Language } from '#domain/text/language.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { TimeLeft } from '#web/design/progress.tsx'
import { useScope } from '#web/design/scope.ts'
import { Share } from '#web/design/share.tsx'
import { Qr } from '#web/design/qr.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { WriteMarks } from '#web/portal/write-form.tsx'
import { againField } from './typed.ts'
import { collectWords, useCollectWords } from './words.tsx'

/** A sale as its page shows it: requested from a number, or by a shown code. */
export interface FollowedSale {
  /** The path of its page. */
  readonly path: string
  /** Null for a request to a number. */
  readonly code: { readonly checkout: CheckoutRecord; readonly url: string } | null
  /** Null until somebody has scanned the code. */
  readonly payment: TransactionRecord | null
  /** False for what a cashier did not request themselves: its payer is shown masked, and is not asked again. */
  readonly isOwn: boolean
  /** The receipt's address, once it is paid. */
  readonly receiptUrl: string | null
}

/** The state as one token, which changes whenever the page's content does. */
export function standingOf({ code, payment }: FollowedSale): string {
  return [code?.checkout.status, payment?.id, payment?.status].filter(Boolean).join('~')
}

/** True while it may still be paid. */
export function isUnderWay({ code, payment }: FollowedSale): boolean {
  if (code !== null) return !isCheckoutOver(code.checkout.status)
  return payment !== null && !isFinal(payment.status)
}

export function titleOf(sale: FollowedSale, language: Language): string {
  const words = collectWords[language].titles
  if (isPaid(sale)) return words.paid
  if (!isUnderWay(sale)) return words.unpaid
  return isScannable(sale) ? words.toScan : words.toApprove
}

/** The part of the page that changes; the script reads from it whether to continue, and which sound to play. */
export function Followed({ sale }: { readonly sale: FollowedSale }) {
  const isOpen = isUnderWay(sale)
  const standing = standingOf(sale)
  return (
    <div
      class="stack"
      data-state={standing}
      data-title={titleOf(sale, useScope().language)}
      data-events={isOpen ? `${sale.path}/suite?vu=${standing}` : undefined}
      data-end={isOpen ? undefined : isPaid(sale) ? 'paid' : 'unpaid'}
    >
      <Content sale={sale} />
    </div>
  )
}

type Props = Parameters<typeof Followed>[0]

function Content({ sale }: Props) {
  const { payment, code } = sale
  if (payment !== null && isPaid(sale)) return <Paid payment={payment} sale={sale} />
  if (!isUnderWay(sale)) return <Unpaid sale={sale} />
  if (code !== null && isScannable(sale)) return <Scannable sale={sale} code={code} />
  return <Waiting sale={sale} />
}

function isPaid({ payment }: FollowedSale): boolean {
  return payment?.status === 'succeeded'
}

function isScannable({ code }: FollowedSale): boolean {
  return code?.checkout.status === 'open'
}

/** The request is on the customer's phone. */
function Waiting({ sale }: { readonly sale: FollowedSale }) {
  const words = useCollectWords().waiting
  const { payment, path } = sale
  return (
    <>
      <div class="card stack waiting">
        <Verdict tone="wait" icon="phone" title={titleOf(sale, useScope().language)}>
          {payment && (
            <>
              <p>
                <Amount of={payment.amountCharged} isHero />
              </p>
              <Customer payment={payment} isWhole={sale.isOwn} />
            </>
          )}
        </Verdict>
        {payment && (
          <TimeLeft from={payment.createdAt} until={payment.expiresAt} said={words.asked} />
        )}
        <p class="soft center">{words.wrongNumber}</p>
      </div>
      <Next />
      <noscript>
        <ButtonLink href={path} look="quiet" isFull>
          {words.look}
        </ButtonLink>
      </noscript>
    </>
  )
}

/** Who pays, and with which operator; masked unless `isWhole`. */
function Customer({
  payment,
  isWhole,
}: {
  readonly payment: TransactionRecord
  readonly isWhole: boolean
}) {
  const words = useCollectWords().waiting
  const { customer, provider, price, fees } = payment
  const { name, number } = isWhole ? wholeParty(customer) : maskedParty(customer)
  return (
    <p class="soft">
      {fees.payer !== 'merchant' && fees.amount.minor > 0n && (
        <>
          {words.andFees(<Amount of={price} />)}
          <br />
        </>
      )}
      {name && (
        <>
          {name}
          <br />
        </>
      )}
      {number && <span class="num">{number}</span>}
      {' · '}
      {operatorName(provider, useScope().language)}
    </p>
  )
}

function wholeParty({ name, phone }: Payer): MaskedParty {
  return { name, number: phone && groupedPhone(phone) }
}

function Scannable({
  sale: { payment, path },
  code: { checkout, url },
}: Props & { readonly code: NonNullable<FollowedSale['code']> }) {
  const { code: words, waiting } = useCollectWords()
  const { language } = useScope()
  const { price, createdAt, expiresAt } = checkout
  const failure = payment && failureOf(payment, language)
  return (
    <>
      <div class="card stack center">
        <h1>
          <Amount of={price} isHero />
        </h1>
        {failure && (
          <p class="soft" role="status">
            {words.lastFailed(failure)}
          </p>
        )}
        <Qr text={url} label={words.code} />
        <p>{words.scan}</p>
        <TimeLeft from={createdAt} until={expiresAt} />
      </div>
      <Form action={`${path}/annuler`}>
        <WriteMarks />
        <Button look="quiet" isFull>
          {words.cancel}
        </Button>
      </Form>
      <noscript>
        <ButtonLink href={path} look="quiet" isFull>
          {waiting.look}
        </ButtonLink>
      </noscript>
    </>
  )
}

function Paid({ payment, sale: { receiptUrl } }: Props & { readonly payment: TransactionRecord }) {
  const portal = usePortal()
  const isWhole = portal.counter === null
  const { over: words, titles } = useCollectWords()
  const title = payment.mode === 'sandbox' ? titles.paidInTest : titles.paid
  return (
    <>
      <div class="card stack">
        <Verdict tone="ok" icon="check" title={title}>
          <p>
            <Amount of={payment.amountCharged} isHero />
          </p>
          <Customer payment={payment} isWhole={isWhole} />
        </Verdict>
      </div>
      <Next />
      {receiptUrl && <Share text={words.receipt(portal.place.publicName)} url={receiptUrl} />}
      <div class="row actions">
        {receiptUrl && (
          <ButtonLink href={new URL(receiptUrl).pathname} look="quiet">
            {words.seeReceipt}
          </ButtonLink>
        )}
        {isWhole && <Details payment={payment} />}
      </div>
    </>
  )
}

function Unpaid({ sale }: { readonly sale: FollowedSale }) {
  const { payment } = sale
  const { counter } = usePortal()
  return (
    <>
      <div class="card stack">
        <UnpaidVerdict sale={sale} />
        {payment && sale.isOwn && (
          <ButtonLink href={`${paths.collect}?${againField}=${payment.id}`} isFull>
            {useCollectWords().over.askAgain}
          </ButtonLink>
        )}
      </div>
      <Next isQuiet={payment !== null && sale.isOwn} />
      {payment && counter === null && (
        <div class="row actions">
          <Details payment={payment} />
        </div>
      )}
    </>
  )
}

function UnpaidVerdict({ sale }: { readonly sale: FollowedSale }) {
  const { payment, code } = sale
  const price = payment?.amountCharged ?? code?.checkout.price
  const { titles } = useCollectWords()
  const title = code?.checkout.status === 'cancelled' ? titles.codeCancelled : titles.unpaid
  return (
    <Verdict tone="bad" icon="cross" title={title}>
      {price && (
        <p>
          <Amount of={price} isHero />
        </p>
      )}
      {payment && <Customer payment={payment} isWhole={sale.isOwn} />}
      <p class="soft">{reasonOf(sale, useScope().language)}</p>
    </Verdict>
  )
}

function reasonOf({ payment, code }: FollowedSale, language: Language): string {
  const words = collectWords[language].over
  const failure = payment && failureOf(payment, language)
  if (failure) return failure
  if (code?.checkout.status === 'cancelled') return words.nothingDebited
  return words.notScanned
}

function failureOf({ failureCode, status }: TransactionRecord, language: Language): string | null {
  if (failureCode !== null) return failureSaid(failureCode, language)?.message ?? null
  return status === 'expired' ? collectWords[language].over.notApproved : null
}

function Next({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  return (
    <ButtonLink href={paths.collect} isFull {...(isQuiet && { look: 'quiet' })}>
      {useCollectWords().over.next}
    </ButtonLink>
  )
}

function Details({ payment: { id } }: { readonly payment: TransactionRecord }) {
  return (
    <ButtonLink href={`${paths.transactions}/${id}`} look="quiet">
      {useCollectWords().over.details}
    </ButtonLink>
  )
}
