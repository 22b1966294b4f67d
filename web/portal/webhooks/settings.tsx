import { standardSecret } from '#domain/webhooks/standard-secret.ts'
import { changeWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { portalReads } from '#web/portal/portal-page.ts'
import { isAsSeen, portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { seenOf } from '#web/design/seen.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import {
  type EndpointFields,
  EndpointFieldset,
  FormPage,
  type FormPageProps,
  freshEndpoint,
  type OneProps,
  readEndpointForm,
  toOne,
  typedFields,
} from './endpoint-form.tsx'
import { endpointOf } from './endpoints.tsx'
import { Verification } from './verification.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

const permission = 'webhooks.manage'

/** Adds a webhook, and changes the settings of one. */
export function settingsPages(context: WebContext): readonly PageRoute[] {
  return [...addPages(context), ...changePages(context)]
}

function addPages(context: WebContext): PageRoute[] {
  const { database } = context
  return [
    portalReads(context, permission)(paths.newWebhook, () =>
      html(<AddPage fields={freshEndpoint} faults={[]} />),
    ),
    portalWrite(context, {
      path: paths.newWebhook,
      permission,
      read: (input) => readEndpointForm(context, input),
      act: ({ url, events }) => ({ act: 'webhook.create', details: { url, events } }),
      async work(fields, { session }) {
        const input = { ...fields, isEnabled: true }
        const made = await createWebhookEndpoint(database, session.place.id, input)
        return html(<NewSecretPage {...made} isFirst />)
      },
      again: ({ form }, faults) => <AddPage fields={typedFields(form)} faults={faults} />,
    }),
  ]
}

function changePages(context: WebContext): PageRoute[] {
  const path = `${paths.webhooks}/:id/modifier`
  return [
    portalReads(context, permission)(path, async (input) => {
      const endpoint = await endpointOf(context, input)
      const { url, label, allEvents: hasAllEvents, events } = endpoint
      const fields = { url, label: label ?? '', hasAllEvents, events }
      return html(<ChangePage endpoint={endpoint} fields={fields} faults={[]} />)
    }),
    portalWrite(context, {
      path,
      permission,
      seenNow: async (input) => seenOf(termsOf(await endpointOf(context, input))),
      read: async (input) => ({
        endpoint: await endpointOf(context, input),
        fields: readEndpointForm(context, input),
      }),
      act: ({ endpoint: { id }, fields: { url, events } }) => ({
        act: 'webhook.change',
        subject: { kind: 'webhook_endpoint', id },
        details: { url, events },
      }),
      async work({ endpoint: { id }, fields }, input) {
        const { session, language } = input
        const isStill = (now: EndpointRecord) => isAsSeen(input, seenOf(termsOf(now)))
        const order = { serviceEnvId: session.place.id, id, isStill }
        await changeWebhookEndpoint(context.database, order, fields)
        const flash = { tone: 'ok', text: webhookWords[language].done.changed } as const
        return redirect(`${paths.webhooks}/${id}`, { flash })
      },
      async again(input, faults) {
        const endpoint = await endpointOf(context, input)
        const fields = typedFields(input.form)
        return <ChangePage endpoint={endpoint} fields={fields} faults={faults} />
      },
    }),
  ]
}

function AddPage({ faults, fields }: FormPageProps & { readonly fields: EndpointFields }) {
  const { form, shared } = useWebhookWords()
  return (
    <FormPage title={form.addTitle} back={{ href: paths.webhooks, label: shared.all }}>
      <WriteForm action={paths.newWebhook} faults={faults} button={form.add}>
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}

function ChangePage({ faults, endpoint, fields }: OneProps & { readonly fields: EndpointFields }) {
  const { form } = useWebhookWords()
  const back = toOne(endpoint)
  return (
    <FormPage title={form.changeTitle} back={back}>
      <p class="soft">{form.changeNote}</p>
      <WriteForm
        action={`${back.href}/modifier`}
        faults={faults}
        button={form.save}
        seen={seenOf(termsOf(endpoint))}
      >
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}

/** What its form changes. */
function termsOf({ url, label, allEvents, events }: EndpointRecord) {
  return { url, label, allEvents, events }
}

/** Shows the secret once, with what to do with it. */
export function NewSecretPage({
  endpoint,
  secret,
  isFirst,
}: {
  readonly endpoint: EndpointRecord
  readonly secret: string
  readonly isFirst?: boolean
}) {
  const { secret: words, shared } = useWebhookWords()
  const title = isFirst ? words.firstTitle : words.newTitle
  return (
    <PortalFrame title={title}>
      <h1>{title}</h1>
      <OneTimeSecret title={words.copyNow} secret={secret} copy={words.copy} note={words.note} />
      <Verification standardSecret={standardSecret(secret)} />
      <div class="row">
        <ButtonLink href={`${paths.webhooks}/${endpoint.id}/test`}>{shared.sendTest}</ButtonLink>
        <ButtonLink href={`${paths.webhooks}/${endpoint.id}`} look="quiet">
          {words.copied}
        </ButtonLink>
      </div>
    </PortalFrame>
  )
}
