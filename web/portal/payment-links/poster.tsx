import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { operators } from '#domain/operators/operators.ts'
import { PrintButton } from '#web/design/button.tsx'
import { Frame } from '#web/design/frame.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { Amount } from '#web/design/money.tsx'
import { Qr } from '#web/design/qr.tsx'
import { logoOf } from '#web/payer/logos.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

/** A link to be printed on a sheet of A5 and put up where people pay. */
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

/** What people here pay with from their telephone. */
const taken = operators.filter(({ type }) => type === 'mobile_money')
