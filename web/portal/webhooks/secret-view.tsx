import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

/** The secret, this once, and what to do with it. */
export function NewSecretPage({
  portal,
  endpoint,
  secret,
  isFirst,
}: {
  readonly portal: Portal
  readonly endpoint: EndpointRecord
  readonly secret: string
  readonly isFirst?: boolean
}) {
  const title = isFirst ? 'Votre webhook est prêt' : 'Votre nouveau secret'
  return (
    <PortalFrame portal={portal} title={title}>
      <h1>{title}</h1>
      <OneTimeSecret
        title="Copiez son secret maintenant"
        secret={secret}
        copy="Copier le secret"
        note={secretNote}
      />
      <section class="card stack">
        <h2>Vérifier la signature</h2>
        <p class="soft">Avant de croire un appel, en Node.js{'\u00A0'}:</p>
        <pre class="code" tabIndex={0}>
          {verification}
        </pre>
        <p class="soft small">
          <code>payload</code> est le texte reçu, tel quel{'\u00A0'}; <code>signature</code> est
          l’en-tête <code>X-Service-Signature</code>.
        </p>
      </section>
      <div class="row">
        <ButtonLink href={`${paths.webhooks}/${endpoint.id}/test`}>Envoyer un test</ButtonLink>
        <ButtonLink href={`${paths.webhooks}/${endpoint.id}`} look="quiet">
          J’ai copié le secret
        </ButtonLink>
      </div>
    </PortalFrame>
  )
}

const verification = `const attendue = crypto.createHmac("sha256", secret).update(payload).digest()
const estDeNous = crypto.timingSafeEqual(attendue, Buffer.from(signature, "hex"))`

const secretNote =
  'Il n’est affiché qu’une fois. Gardez-le sur votre serveur\u00A0: il prouve que nos appels viennent de nous, et ouvre ce qu’ils contiennent.'
