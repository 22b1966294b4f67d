import { enableWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { renewWebhookSecret, type SecretStart } from '#use-cases/webhooks/renew-secret.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { isEventType, webhookEventTypes } from '#domain/webhooks/events.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { SelectField } from '#web/design/field.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { endpointOf } from './endpoints.tsx'
import { NewSecretPage } from './settings.tsx'
import { FormPage, type OneProps, toOne } from './endpoint-form.tsx'

const permission = 'webhooks.manage'
type Faults = readonly FieldFault[]
type ActOnOne = (
  endpoint: EndpointRecord,
  input: PortalInput,
) => ReturnType<Parameters<typeof portalWrite>[1]['work']>

/** Actions on one webhook besides its settings, each with the page of its form. */
export function actPages(context: WebContext): readonly PageRoute[] {
  return [
    ...statePages(context),
    ...secretPages(context),
    ...deletePages(context),
    ...testPages(context),
  ]
}

function statePages(context: WebContext): PageRoute[] {
  const { database, outbox } = context
  return onOne(context, {
    at: 'etat',
    // The form states the wanted result: somebody who opened it to disable does not enable what a colleague has
    // disabled.
    act: ({ form }) =>
      wishOf(form.text('etat')) === 'enabled' ? 'webhook.enable' : 'webhook.disable',
    page: (endpoint, input, faults) => (
      <StatePage portal={input.session} endpoint={endpoint} faults={faults} />
    ),
    async work({ id }, { session, form }) {
      const serviceEnvId = session.place.id
      if (wishOf(form.text('etat')) === 'enabled') {
        await enableWebhookEndpoint(database, { serviceEnvId, id })
        return backTo(id, 'Le webhook est actif.')
      }
      await stopWebhookEndpoint(database, outbox, { serviceEnvId, id, change: 'disabled' })
      return backTo(id, 'Le webhook est désactivé\u00A0; ce qui l’attendait est abandonné.')
    },
  })
}

function wishOf(text: string): 'enabled' | 'disabled' {
  if (text === 'enabled' || text === 'disabled') return text
  throw refuse('bad_request')
}

function secretPages(context: WebContext): PageRoute[] {
  return onOne(context, {
    at: 'secret',
    act: () => 'webhook.renew_secret',
    page: (endpoint, input, faults) => (
      <RenewPage portal={input.session} endpoint={endpoint} faults={faults} />
    ),
    async work(endpoint, { session, form }) {
      const start = startOf(form.text('reprise'))
      const place = { serviceEnvId: session.place.id, id: endpoint.id }
      const { secret } = await renewWebhookSecret(context.database, { ...place, start })
      return html(<NewSecretPage portal={session} endpoint={endpoint} secret={secret} />)
    },
  })
}

function startOf(text: string): SecretStart {
  return text === 'in_24_hours' ? text : 'now'
}

function deletePages(context: WebContext): PageRoute[] {
  const { database, outbox } = context
  return onOne(context, {
    at: 'supprimer',
    act: () => 'webhook.delete',
    page: (endpoint, input, faults) => (
      <DeletePage portal={input.session} endpoint={endpoint} faults={faults} />
    ),
    async work({ id }, { session }) {
      const serviceEnvId = session.place.id
      await stopWebhookEndpoint(database, outbox, { serviceEnvId, id, change: 'deleted' })
      const text = 'Le webhook est supprimé. Ses livraisons restent dans l’historique.'
      return redirect(paths.webhooks, { flash: { tone: 'ok', text } })
    },
  })
}

function testPages(context: WebContext): PageRoute[] {
  const { database, outbox } = context
  return onOne(context, {
    at: 'test',
    act: () => 'webhook.test',
    page: (endpoint, input, faults) => (
      <TestPage portal={input.session} endpoint={endpoint} faults={faults} />
    ),
    async work({ id }, { session, form }) {
      const type = form.text('type')
      if (!isEventType(type)) throw refuse('bad_request')
      const order = { serviceEnvId: session.place.id, id, type }
      const deliveryId = await sendTestEvent(database, outbox, order)
      return redirect(`${paths.deliveries}/${deliveryId}`)
    },
  })
}

interface OnOne {
  /** The last segment of its path. */
  readonly at: string
  /** The action in the log. */
  readonly act: (input: PortalInput) => PortalAct
  readonly page: (
    endpoint: EndpointRecord,
    input: PortalInput,
    faults: Faults,
  ) => Parameters<typeof html>[0]
  readonly work: ActOnOne
}

/** The page of a form about one webhook, and its action. */
function onOne(context: WebContext, { at, act, page, work }: OnOne): PageRoute[] {
  const path = `${paths.webhooks}/:id/${at}`
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      handler: async (input) => html(page(await endpointOf(context, input), input, [])),
    }),
    portalWrite(context, {
      path,
      permission,
      read: (input) => endpointOf(context, input),
      act: ({ id }, input) => ({
        act: act(input),
        subject: { kind: 'webhook_endpoint', id },
      }),
      work,
      again: async (input, faults) => page(await endpointOf(context, input), input, faults),
    }),
  ]
}

function backTo(id: string, text: string) {
  return redirect(`${paths.webhooks}/${id}`, { flash: { tone: 'ok', text } })
}

function StatePage({ portal, faults, endpoint }: OneProps) {
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

function RenewPage({ portal, faults, endpoint }: OneProps) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Nouveau secret" back={back}>
      <p>
        Tout de suite{'\u00A0'}: l’ancien secret (…{endpoint.secretLast4}) cesse de signer, aussi
        pour ce qui attend d’être renvoyé{'\u00A0'}; jusqu’à ce que votre serveur connaisse le
        nouveau, il refuse nos appels, et nous les renvoyons. Dans 24 heures{'\u00A0'}: d’ici là les
        deux signent, l’ancien chiffre encore, et votre serveur a le temps d’accepter les deux.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/secret`}
        faults={faults}
        button="Créer un nouveau secret"
        look="danger"
      >
        <SelectField
          name="reprise"
          label="Quand remplace-t-il l’ancien&nbsp;?"
          options={[
            ['now', 'Tout de suite (l’ancien est perdu ou volé)'],
            ['in_24_hours', 'Dans 24 heures (sans rien manquer)'],
          ]}
        />
      </WriteForm>
    </FormPage>
  )
}

function DeletePage({ portal, faults, endpoint }: OneProps) {
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

function TestPage({ portal, faults, endpoint }: OneProps) {
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
