import type { PaymentLinkRecord, PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Ask } from '#web/design/ask.tsx'
import { ButtonLink, CopyButton, PrintButton } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Qr } from '#web/design/qr.tsx'
import { Share } from '#web/design/share.tsx'
import { WordForm, wordField } from './word-form.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { TransactionTable } from '#web/portal/transactions/table.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { mobileOperators } from '#domain/operators/operators.ts'
import { Frame } from '#web/design/frame.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { logoOf } from '#web/payer/sale.ts'
import type { PayableStatus } from '#domain/payment-links/payable.ts'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { PaymentLinkWords } from './french.tsx'
import { usePaymentLinkWords } from './words.ts'

/** A refused change of its state or its address. */
export interface RefusedAct {
  readonly tried: PaymentLinkState | typeof wordField
  readonly faults: readonly FieldFault[]
}

interface LinkPageProps {
  readonly link: PaymentLinkRecord
  /** The address where it is paid. */
  readonly url: string
  readonly payments: ListPage<TransactionRecord>
  readonly refused: RefusedAct | null
  /** The word of its short address, if it has one. */
  readonly word: string | undefined
  /** The refused word. */
  readonly typed: string
}

/** One link: how to share it, what it collected, and the actions on it. */
export function LinkPage(props: LinkPageProps) {
  const { list, detail: words } = usePaymentLinkWords()
  const { link, payments, refused } = props
  return (
    <PortalFrame title={link.title}>
      <p>
        <a href={paths.paymentLinks}>{list.all}</a>
      </p>
      <div class="row spread">
        <h1>{link.title}</h1>
        <LinkBadge status={link.status} />
      </div>
      <div class="grid start">
        <ShareLink {...props} />
        <div class="stack">
          <Known link={link} />
          <Acts link={link} refused={refused} />
        </div>
      </div>
      <h2>{words.payments}</h2>
      {payments.rows.length === 0 ? (
        <Empty title={words.noPayment}>
          <p>{words.noPaymentText}</p>
        </Empty>
      ) : (
        <TransactionTable caption={words.payments} rows={payments.rows} />
      )}
      <Pagination newer={payments.newer} older={payments.older} />
    </PortalFrame>
  )
}

function ShareLink(props: LinkPageProps) {
  const { publicName } = usePortal().place
  const words = usePaymentLinkWords().share
  const { link, url, word, refused } = props
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <Qr text={url} label={words.code(link.title)} />
      <Share text={words.message(link.title, publicName)} url={url} />
      <code class="secret">{url}</code>
      <div class="row actions">
        <CopyButton text={url}>{words.copy}</CopyButton>
        <ButtonLink href={`${paths.paymentLinks}/${link.id}/affiche`} look="quiet">
          {words.poster}
        </ButtonLink>
        <ButtonLink href={`/${link.seller.mode}/pay/${link.id}/qr.svg`} look="quiet" isElsewhere>
          {words.codeAlone}
        </ButtonLink>
        <ButtonLink href={new URL(url).pathname} look="quiet" isElsewhere>
          {words.seePage}
        </ButtonLink>
      </div>
      {word === undefined && link.state !== 'cancelled' && (
        <WordForm
          action={`${paths.paymentLinks}/${link.id}/adresse`}
          typed={props.typed}
          faults={refused?.tried === wordField ? refused.faults : null}
        />
      )}
    </section>
  )
}

function Known({ link }: Pick<LinkPageProps, 'link'>) {
  const words = usePaymentLinkWords()
  const { known } = words
  const { redirectUrl, expiresAt, customFields, metadata } = link
  const named = Object.entries(JSON.parse(metadata) as Record<string, string>)
  const facts: Fact[] = [
    { label: known.collected, value: <Amount of={link.amountCollected} />, isTotal: true },
    { label: known.payments, value: paidCount(link, words.price) },
    { label: known.price, value: <LinkPrice {...link} /> },
    { label: known.description, value: link.description },
    { label: known.expires, value: expiresAt && <Time at={expiresAt} /> },
    ...customFields.map(({ key, label, required }) => ({
      label: required ? known.requiredQuestion : known.question,
      value: (
        <>
          {label} <code>{key}</code>
        </>
      ),
    })),
    { label: known.thanks, value: link.successMessage },
    { label: known.goesBack, value: redirectUrl && new URL(redirectUrl).host },
    { label: known.metadata, value: named.map(([name, text]) => `${name} = ${text}`).join(', ') },
    { label: known.created, value: <Time at={link.createdAt} /> },
  ]
  return (
    <section class="card stack">
      <h2>{words.detail.results}</h2>
      <Facts facts={facts} />
    </section>
  )
}

type ActsProps = Pick<LinkPageProps, 'link' | 'refused'>

function Acts({ link, refused }: ActsProps) {
  const words = usePaymentLinkWords().acts
  const { id, state } = link
  const { tried, faults = [] } = refused ?? {}
  if (state === 'cancelled') return <Faults faults={faults} />
  const path = `${paths.paymentLinks}/${id}`
  const action = `${path}/etat`
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <ButtonLink href={`${path}/modifier`} look="quiet">
        {words.change}
      </ButtonLink>
      {state === 'active' ? (
        <Ask button={words.disable} isOpen={tried === 'inactive'}>
          <p>{words.disableText}</p>
          <WriteForm action={action} faults={faults} button={words.disableLink}>
            <input type="hidden" name="etat" value="inactive" />
          </WriteForm>
        </Ask>
      ) : (
        <Ask button={words.enable} isOpen={tried === 'active'}>
          <p>{words.enableText}</p>
          <WriteForm action={action} faults={faults} button={words.enableLink}>
            <input type="hidden" name="etat" value="active" />
          </WriteForm>
        </Ask>
      )}
      <Ask button={words.cancel} isDanger isOpen={tried === 'cancelled'}>
        <p>{words.cancelText}</p>
        <WriteForm action={action} button={words.cancelLink} look="danger">
          <input type="hidden" name="etat" value="cancelled" />
        </WriteForm>
      </Ask>
    </section>
  )
}

/** The poster of a link: an A4 page to print and put up where people pay. */
export function Poster({ link, url }: { readonly link: PaymentLinkRecord; readonly url: string }) {
  const { place } = usePortal()
  const words = usePaymentLinkWords().poster
  return (
    <Frame title={words.title(link.title)} isTest={place.mode === 'sandbox'}>
      <div class="row spread no-print">
        <a href={`${paths.paymentLinks}/${link.id}`}>{words.back}</a>
        <PrintButton>{words.print}</PrintButton>
      </div>
      <article class="poster center card stack">
        <MerchantMark {...place} />
        <h2>{place.publicName}</h2>
        <h1>{link.title}</h1>
        {link.price && (
          <p>
            <Amount of={link.price} isHero />
          </p>
        )}
        <Qr text={url} label={words.code} />
        <p>
          <b>{words.scan}</b>
        </p>
        <p class="row actions">
          {mobileOperators.map(({ code, name }) => (
            <span key={code} class="row">
              <span
                class="drawing"
                aria-hidden="true"
                dangerouslySetInnerHTML={{ __html: logoOf(code) }}
              />
              {name}
            </span>
          ))}
        </p>
        <p class="soft small">{url.replace(/^https?:\/\//, '')}</p>
      </article>
    </Frame>
  )
}

const tones: Readonly<Record<PayableStatus, Tone>> = {
  active: 'ok',
  inactive: 'still',
  expired: 'still',
  cancelled: 'still',
  paid: 'info',
  in_progress: 'wait',
}

/** The link's state. */
export function LinkBadge({ status }: { readonly status: PayableStatus }) {
  return <Badge tone={tones[status]}>{usePaymentLinkWords().states[status]}</Badge>
}

/** Its price, or that the payer chooses. */
export function LinkPrice({
  price,
  minAmount,
  maxAmount,
}: Pick<PaymentLinkRecord, 'price' | 'minAmount' | 'maxAmount'>) {
  const words = usePaymentLinkWords().price
  if (price) return <Amount of={price} />
  const least = minAmount && <Amount of={minAmount} />
  const most = maxAmount && <Amount of={maxAmount} />
  if (least && most) return words.between(least, most)
  if (least) return words.atLeast(least)
  return <>{most ? words.atMost(most) : words.free}</>
}

/** How often it was paid, out of the maximum. */
export function paidCount(
  { paymentsCount, maxPayments }: PaymentLinkRecord,
  words: PaymentLinkWords['price'],
): string {
  const count = String(paymentsCount)
  return maxPayments === null ? count : words.paidOf(count, String(maxPayments))
}
