import { webhookEventTypes } from '#domain/webhook-events.ts'
import type { EndpointRecord } from '#db/queries/webhook-endpoints.ts'
import type { ComponentChildren } from 'preact'
import { ButtonLink } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { type EndpointFields, EndpointFieldset } from './endpoint-form.tsx'
import { endpointName } from './words.tsx'

interface FormPageProps {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}
type OneProps = FormPageProps & { readonly endpoint: EndpointRecord }

/** A form of its own page, with the way back. */
function FormPage({
  portal,
  title,
  back,
  children,
}: {
  readonly portal: Portal
  readonly title: string
  readonly back: { readonly href: string; readonly label: string }
  readonly children: ComponentChildren
}) {
  return (
    <PortalFrame portal={portal} title={title}>
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
      <h1>{title}</h1>
      <section class="card stack narrow">{children}</section>
    </PortalFrame>
  )
}

const toList = { href: paths.webhooks, label: 'Tous les webhooks' }
const toOne = (endpoint: EndpointRecord) => ({
  href: `${paths.webhooks}/${endpoint.id}`,
  label: endpointName(endpoint),
})

export function AddPage({
  portal,
  faults,
  fields,
}: FormPageProps & { readonly fields: EndpointFields }) {
  return (
    <FormPage portal={portal} title="Ajouter un webhook" back={toList}>
      <WriteForm
        portal={portal}
        action={paths.newWebhook}
        faults={faults}
        button="Ajouter le webhook"
      >
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}

export function ChangePage({
  portal,
  faults,
  endpoint,
  fields,
}: OneProps & { readonly fields: EndpointFields }) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Modifier le webhook" back={back}>
      <p class="soft">
        Ce qui attend d’être envoyé part à la nouvelle adresse. Le choix des événements vaut pour la
        suite{'\u00A0'}: le passé n’est pas renvoyé.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/modifier`}
        faults={faults}
        button="Enregistrer"
      >
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}

export function StatePage({ portal, faults, endpoint }: OneProps) {
  const back = toOne(endpoint)
  const isEnabled = endpoint.status === 'enabled'
  const title = isEnabled ? 'Désactiver le webhook' : 'Activer le webhook'
  return (
    <FormPage portal={portal} title={title} back={back}>
      <p>
        {isEnabled
          ? 'Votre serveur ne recevra plus rien de nous, et ce qui attend d’être renvoyé est abandonné tout de suite. Les événements qui ont lieu entre-temps ne seront pas envoyés.'
          : 'Votre serveur recevra de nouveau les événements, à partir de maintenant. Ce qui a été abandonné se relance depuis l’historique.'}
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/etat`}
        faults={faults}
        button={isEnabled ? 'Désactiver' : 'Activer'}
        {...(isEnabled && { look: 'danger' })}
      >
        <input type="hidden" name="etat" value={isEnabled ? 'disabled' : 'enabled'} />
      </WriteForm>
    </FormPage>
  )
}

export function RenewPage({ portal, faults, endpoint }: OneProps) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Nouveau secret" back={back}>
      <p>
        L’ancien secret (…{endpoint.secretLast4}) cesse de signer tout de suite, aussi pour ce qui
        attend d’être renvoyé. Soyez prêt à mettre le nouveau sur votre serveur{'\u00A0'}:
        entre-temps, il refusera nos appels et nous les renverrons.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/secret`}
        faults={faults}
        button="Créer un nouveau secret"
        look="danger"
      />
    </FormPage>
  )
}

export function DeletePage({ portal, faults, endpoint }: OneProps) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Supprimer le webhook" back={back}>
      <p>
        <b class="break">{endpoint.url}</b> ne recevra plus rien, pour de bon. Ce qui l’attendait
        est abandonné{'\u00A0'}; ses livraisons restent dans l’historique.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/supprimer`}
        faults={faults}
        button="Supprimer pour de bon"
        look="danger"
      />
    </FormPage>
  )
}

const typeOptions = webhookEventTypes
  .toSorted((a, b) => Number(b.group === 'test') - Number(a.group === 'test'))
  .map(({ code, label }) => [code, `${label} (${code})`] as const)

export function TestPage({ portal, faults, endpoint }: OneProps) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Envoyer un test" back={back}>
      <p class="soft">
        Un événement d’exemple, marqué <code>test</code>, part comme un vrai{'\u00A0'}: chiffré,
        signé, et renvoyé s’il manque. Cinq par heure.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/test`}
        faults={faults}
        button="Envoyer le test"
      >
        <SelectField name="type" label="Quel événement&nbsp;?" options={typeOptions} />
      </WriteForm>
    </FormPage>
  )
}

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
