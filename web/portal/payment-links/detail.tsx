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
import type { Portal } from '#web/portal/portal-page.ts'
import { TransactionTable } from '#web/portal/transactions/table.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { operators } from '#domain/operators/operators.ts'
import { Frame } from '#web/design/frame.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { logoOf } from '#web/payer/sale.ts'
import type { PayableStatus } from '#domain/payment-links/payable.ts'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'

/** A refused change of its state or its address. */
export interface RefusedAct {
  readonly tried: PaymentLinkState | typeof wordField
  readonly faults: readonly FieldFault[]
}

interface LinkPageProps {
  readonly portal: Portal
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
  const { portal, link, payments, refused } = props
  return (
    <PortalFrame portal={portal} title={link.title}>
      <p>
        <a href={paths.paymentLinks}>Tous les liens</a>
      </p>
      <div class="row spread">
        <h1>{link.title}</h1>
        <LinkBadge status={link.status} />
      </div>
      <div class="grid start">
        <ShareLink {...props} />
        <div class="stack">
          <Known link={link} />
          <Acts portal={portal} link={link} refused={refused} />
        </div>
      </div>
      <h2>Paiements de ce lien</h2>
      {payments.rows.length === 0 ? (
        <Empty title="Aucun paiement pour l’instant">
          <p>Partagez le lien{'\u00A0'}: chaque paiement apparaît ici aussitôt.</p>
        </Empty>
      ) : (
        <TransactionTable caption="Paiements de ce lien" rows={payments.rows} />
      )}
      <Pagination newer={payments.newer} older={payments.older} />
    </PortalFrame>
  )
}

function ShareLink(props: LinkPageProps) {
  const { portal, link, url, word, refused } = props
  const { publicName } = portal.place
  return (
    <section class="card stack">
      <h2>Partager</h2>
      <Qr text={url} label={`Code QR qui ouvre la page de paiement de ${link.title}`} />
      <Share text={`${link.title}\u00A0: payez ${publicName} ici.`} url={url} />
      <code class="secret">{url}</code>
      <div class="row actions">
        <CopyButton text={url}>Copier l’adresse</CopyButton>
        <ButtonLink href={`${paths.paymentLinks}/${link.id}/affiche`} look="quiet">
          Affiche à imprimer
        </ButtonLink>
        <ButtonLink href={`/${link.seller.mode}/pay/${link.id}/qr.svg`} look="quiet" isElsewhere>
          QR code seul
        </ButtonLink>
        <ButtonLink href={new URL(url).pathname} look="quiet" isElsewhere>
          Voir la page
        </ButtonLink>
      </div>
      {word === undefined && link.state !== 'cancelled' && (
        <WordForm
          portal={portal}
          action={`${paths.paymentLinks}/${link.id}/adresse`}
          typed={props.typed}
          faults={refused?.tried === wordField ? refused.faults : null}
        />
      )}
    </section>
  )
}

function Known({ link }: Pick<LinkPageProps, 'link'>) {
  const { redirectUrl, expiresAt, customFields, metadata } = link
  const named = Object.entries(JSON.parse(metadata) as Record<string, string>)
  const facts: Fact[] = [
    { label: 'Encaissé', value: <Amount of={link.amountCollected} />, isTotal: true },
    { label: 'Paiements', value: paidCount(link) },
    { label: 'Prix', value: <LinkPrice {...link} /> },
    { label: 'Description', value: link.description },
    { label: 'Expire', value: expiresAt && <Time at={expiresAt} /> },
    ...customFields.map(({ key, label, required }) => ({
      label: required ? 'Question obligatoire' : 'Question',
      value: (
        <>
          {label} <code>{key}</code>
        </>
      ),
    })),
    { label: 'Remerciement', value: link.successMessage },
    { label: 'Retour', value: redirectUrl && new URL(redirectUrl).host },
    { label: 'Métadonnées', value: named.map(([name, text]) => `${name} = ${text}`).join(', ') },
    { label: 'Créé', value: <Time at={link.createdAt} /> },
  ]
  return (
    <section class="card stack">
      <h2>Résultats</h2>
      <Facts facts={facts} />
    </section>
  )
}

type ActsProps = Pick<LinkPageProps, 'portal' | 'link' | 'refused'>

function Acts({ portal, link, refused }: ActsProps) {
  const { id, state } = link
  const { tried, faults = [] } = refused ?? {}
  if (state === 'cancelled') return <Faults faults={faults} />
  const path = `${paths.paymentLinks}/${id}`
  const form = { portal, action: `${path}/etat` }
  return (
    <section class="card stack">
      <h2>Actions</h2>
      <ButtonLink href={`${path}/modifier`} look="quiet">
        Modifier
      </ButtonLink>
      {state === 'active' ? (
        <Ask button="Désactiver" isOpen={tried === 'inactive'}>
          <p>Personne ne peut plus le payer, jusqu’à ce que vous le réactiviez.</p>
          <WriteForm {...form} faults={faults} button="Désactiver ce lien">
            <input type="hidden" name="etat" value="inactive" />
          </WriteForm>
        </Ask>
      ) : (
        <Ask button="Réactiver" isOpen={tried === 'active'}>
          <p>Vos clients pourront de nouveau le payer.</p>
          <WriteForm {...form} faults={faults} button="Réactiver ce lien">
            <input type="hidden" name="etat" value="active" />
          </WriteForm>
        </Ask>
      )}
      <Ask button="Annuler pour toujours" isDanger isOpen={tried === 'cancelled'}>
        <p>Ce lien ne pourra plus jamais être payé ni réactivé. Ses paiements restent.</p>
        <WriteForm {...form} button="Annuler ce lien" look="danger">
          <input type="hidden" name="etat" value="cancelled" />
        </WriteForm>
      </Ask>
    </section>
  )
}

/** The poster of a link: an A4 page to print and put up where people pay. */
export function Poster({
  portal: { place },
  link,
  url,
}: {
  readonly portal: Portal
  readonly link: PaymentLinkRecord
  readonly url: string
}) {
  return (
    <Frame title={`Affiche\u00A0: ${link.title}`} isTest={place.mode === 'sandbox'}>
      <div class="row spread no-print">
        <a href={`${paths.paymentLinks}/${link.id}`}>Retour au lien</a>
        <PrintButton>Imprimer</PrintButton>
      </div>
      <article class="poster card stack">
        <MerchantMark {...place} />
        <h2>{place.publicName}</h2>
        <h1>{link.title}</h1>
        {link.price && (
          <p>
            <Amount of={link.price} isHero />
          </p>
        )}
        <Qr text={url} label="Code QR de la page de paiement" />
        <p>
          <b>Scannez avec l’appareil photo du téléphone</b>
        </p>
        <p class="logos">
          {taken.map(({ code, name }) => (
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

/** The Mobile Money operators, which people here pay with. */
const taken = operators.filter(({ type }) => type === 'mobile_money')

const statuses = {
  active: ['ok', 'Ouvert'],
  inactive: ['still', 'Désactivé'],
  expired: ['still', 'Expiré'],
  cancelled: ['still', 'Annulé'],
  paid: ['info', 'Complet'],
  in_progress: ['wait', 'Paiement en cours'],
} as const satisfies Readonly<Record<PayableStatus, readonly [Tone, string]>>

/** The link's state. */
export function LinkBadge({ status }: { readonly status: PayableStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** Its price, or that the payer chooses. */
export function LinkPrice({ price, minAmount, maxAmount }: PaymentLinkRecord) {
  if (price) return <Amount of={price} />
  if (!minAmount && !maxAmount) return <>Montant libre</>
  return (
    <>
      Libre
      {minAmount && (
        <>
          , dès <Amount of={minAmount} />
        </>
      )}
      {maxAmount && (
        <>
          , jusqu’à <Amount of={maxAmount} />
        </>
      )}
    </>
  )
}

/** How often it was paid, out of the maximum. */
export function paidCount({ paymentsCount, maxPayments }: PaymentLinkRecord): string {
  return maxPayments === null ? String(paymentsCount) : `${paymentsCount} sur ${maxPayments}`
}
