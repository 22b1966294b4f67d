import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Frame } from '#web/design/frame.tsx'
import { html } from '#web/http/answer.ts'
import { publicPage } from '#web/http/route.ts'
import { paths, signUpPaths } from '#web/portal/paths.ts'

/** Where the bare address leads: merchants to their portal, their developers to the documentation, payers to their link. */
export function homePage({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>) {
  const handler = () => html(<Home isSignUpOpen={isSignUpOpen} />)
  return publicPage({ method: 'GET', path: '/', handler })
}

function Home({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>) {
  return (
    <Frame title="Service de paiement">
      <h1>Service de paiement</h1>
      <div class="card stack">
        <h2>Vous êtes commerçant</h2>
        <p>Encaissez par Mobile Money, suivez vos paiements et retirez votre argent.</p>
        <ButtonLink href={paths.home} isFull>
          Ouvrir mon espace
        </ButtonLink>
        {isSignUpOpen && (
          <ButtonLink href={signUpPaths.ask} look="quiet" isFull>
            Inscrire mon commerce
          </ButtonLink>
        )}
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
