import { serviceName } from '#domain/text/service-name.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Frame } from '#web/design/frame.tsx'
import { ServiceHead } from '#web/design/service-head.tsx'
import { html } from '#web/http/answer.ts'
import { publicPage } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'

/** Where the bare address leads: merchants to their portal, their developers to the documentation, payers to their link. */
export function homePage() {
  return publicPage({ method: 'GET', path: '/', handler: () => html(<Home />) })
}

function Home() {
  return (
    <Frame title={serviceName} head={<ServiceHead note="Bénin · Mobile Money" />} own="service">
      <h1>Encaissez et payez par Mobile Money</h1>
      <div class="card stack">
        <h2>Vous êtes commerçant</h2>
        <p>
          Encaissez par lien, QR code ou terminal, suivez vos paiements et retirez votre argent.
        </p>
        <ButtonLink href={paths.home} isFull>
          Ouvrir mon espace
        </ButtonLink>
      </div>
      <div class="card stack">
        <h2>Vous voulez payer</h2>
        <p>
          Ouvrez le lien que le commerçant vous a envoyé, ou scannez son QR code{'\u00A0'}: votre
          paiement s’y trouve.
        </p>
      </div>
      <p class="center">
        <a href="/docs">Documentation pour développeurs</a>
      </p>
    </Frame>
  )
}
