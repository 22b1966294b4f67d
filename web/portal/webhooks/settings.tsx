import { changeWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { freshEndpoint, readEndpointForm, typedFields } from './endpoint-fields.ts'
import { endpointOf } from './endpoints.tsx'
import { NewSecretPage } from './secret-view.tsx'
import { AddPage, ChangePage } from './settings-view.tsx'

const permission = 'webhooks.manage'

/** A webhook more, and other settings of one. */
export function settingsPages(context: WebContext): readonly PageRoute[] {
  return [...addPages(context), ...changePages(context)]
}

function addPages(context: WebContext): PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.newWebhook,
      permission,
      handler: ({ session }) =>
        html(<AddPage portal={session} fields={freshEndpoint} faults={[]} />),
    }),
    portalWrite(context, {
      path: paths.newWebhook,
      permission,
      read: ({ form }) => readEndpointForm(context, form),
      act: ({ url, events }) => ({ act: 'webhook.create', details: { url, events } }),
      async work(fields, { session }) {
        const input = { ...fields, isEnabled: true }
        const made = await createWebhookEndpoint(database, session.place.id, input)
        return html(<NewSecretPage portal={session} {...made} isFirst />)
      },
      again: ({ session, form }, faults) => (
        <AddPage portal={session} fields={typedFields(form)} faults={faults} />
      ),
    }),
  ]
}

function changePages(context: WebContext): PageRoute[] {
  const path = `${paths.webhooks}/:id/modifier`
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      async handler(input) {
        const endpoint = await endpointOf(context, input)
        const { url, label, allEvents: hasAllEvents, events } = endpoint
        const fields = { url, label: label ?? '', hasAllEvents, events }
        return html(
          <ChangePage portal={input.session} endpoint={endpoint} fields={fields} faults={[]} />,
        )
      },
    }),
    portalWrite(context, {
      path,
      permission,
      read: async (input) => ({
        endpoint: await endpointOf(context, input),
        fields: readEndpointForm(context, input.form),
      }),
      act: ({ endpoint: { id }, fields: { url, events } }) => ({
        act: 'webhook.change',
        subject: { kind: 'webhook_endpoint', id },
        details: { url, events },
      }),
      async work({ endpoint: { id }, fields }, { session }) {
        const serviceEnvId = session.place.id
        await changeWebhookEndpoint(context.database, { serviceEnvId, id }, fields)
        const flash = { tone: 'ok', text: 'Le webhook est modifié.' } as const
        return redirect(`${paths.webhooks}/${id}`, { flash })
      },
      async again(input, faults) {
        const endpoint = await endpointOf(context, input)
        const fields = typedFields(input.form)
        return (
          <ChangePage portal={input.session} endpoint={endpoint} fields={fields} faults={faults} />
        )
      },
    }),
  ]
}
