import { enableWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { renewWebhookSecret, type SecretStart } from '#use-cases/webhooks/renew-secret.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { eventName } from '#domain/webhooks/event-names.ts'
import { isEventType, webhookEventTypes } from '#domain/webhooks/events.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { doneAt, html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { SelectField } from '#web/design/field.tsx'
import { useScope } from '#web/design/scope.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { endpointOf } from './endpoints.tsx'
import { NewSecretPage } from './settings.tsx'
import { FormPage, type OneProps, toOne } from './endpoint-form.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

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
    page: (endpoint, input, faults) => <StatePage endpoint={endpoint} faults={faults} />,
    async work({ id }, { session, form, language }) {
      const serviceEnvId = session.place.id
      const { done } = webhookWords[language]
      if (wishOf(form.text('etat')) === 'enabled') {
        await enableWebhookEndpoint(database, { serviceEnvId, id })
        return backTo(id, done.enabled)
      }
      await stopWebhookEndpoint(database, outbox, { serviceEnvId, id, change: 'disabled' })
      return backTo(id, done.disabled)
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
    page: (endpoint, input, faults) => <RenewPage endpoint={endpoint} faults={faults} />,
    async work(endpoint, { session, form }) {
      const start = startOf(form.text('effet'))
      const place = { serviceEnvId: session.place.id, id: endpoint.id }
      const { secret } = await renewWebhookSecret(context.database, { ...place, start })
      return html(<NewSecretPage endpoint={endpoint} secret={secret} />)
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
    page: (endpoint, input, faults) => <DeletePage endpoint={endpoint} faults={faults} />,
    async work({ id }, { session, language }) {
      const serviceEnvId = session.place.id
      await stopWebhookEndpoint(database, outbox, { serviceEnvId, id, change: 'deleted' })
      return doneAt(paths.webhooks, webhookWords[language].done.deleted)
    },
  })
}

function testPages(context: WebContext): PageRoute[] {
  const { database, outbox } = context
  return onOne(context, {
    at: 'test',
    act: () => 'webhook.test',
    page: (endpoint, input, faults) => <TestPage endpoint={endpoint} faults={faults} />,
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
    portalReads(context, permission)(path, async (input) =>
      html(page(await endpointOf(context, input), input, [])),
    ),
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
  return doneAt(`${paths.webhooks}/${id}`, text)
}

function StatePage({ faults, endpoint }: OneProps) {
  const { acts, one } = useWebhookWords()
  const back = toOne(endpoint)
  const isEnabled = endpoint.status === 'enabled'
  return (
    <FormPage title={isEnabled ? acts.disableTitle : acts.enableTitle} back={back}>
      <p>{isEnabled ? acts.disableText : acts.enableText}</p>
      <WriteForm
        action={`${back.href}/etat`}
        faults={faults}
        button={isEnabled ? one.disable : one.enable}
        {...(isEnabled && { look: 'danger' })}
      >
        <input type="hidden" name="etat" value={isEnabled ? 'disabled' : 'enabled'} />
      </WriteForm>
    </FormPage>
  )
}

function RenewPage({ faults, endpoint }: OneProps) {
  const { acts, one } = useWebhookWords()
  const back = toOne(endpoint)
  return (
    <FormPage title={one.newSecret} back={back}>
      <p>{acts.renewText(`…${endpoint.secretLast4}`)}</p>
      <WriteForm action={`${back.href}/secret`} faults={faults} button={acts.renew} look="danger">
        <SelectField
          name="effet"
          label={acts.renewWhen}
          options={[
            ['now', acts.renewNow],
            ['in_24_hours', acts.renewLater],
          ]}
        />
      </WriteForm>
    </FormPage>
  )
}

function DeletePage({ faults, endpoint }: OneProps) {
  const { acts } = useWebhookWords()
  const back = toOne(endpoint)
  return (
    <FormPage title={acts.deleteTitle} back={back}>
      <p>{acts.deleteText(<b class="break">{endpoint.url}</b>)}</p>
      <WriteForm
        action={`${back.href}/supprimer`}
        faults={faults}
        button={acts.deleteForGood}
        look="danger"
      />
    </FormPage>
  )
}

const testFirst = webhookEventTypes.toSorted(
  (a, b) => Number(b.group === 'test') - Number(a.group === 'test'),
)

function TestPage({ faults, endpoint }: OneProps) {
  const { language } = useScope()
  const { acts, shared } = useWebhookWords()
  const back = toOne(endpoint)
  const options = testFirst.map(
    ({ code }) => [code, `${eventName(code, language)} (${code})`] as const,
  )
  return (
    <FormPage title={shared.sendTest} back={back}>
      <p class="soft">{acts.testText(<code>test</code>)}</p>
      <WriteForm action={`${back.href}/test`} faults={faults} button={acts.test}>
        <SelectField name="type" label={acts.testWhich} options={options} />
      </WriteForm>
    </FormPage>
  )
}
