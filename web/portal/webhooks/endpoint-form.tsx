import type { ComponentChildren } from 'preact'
import { webhookLabelLengthMax } from '#domain/webhooks/texts.ts'
import { eventWords } from '#domain/webhooks/event-names.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { Choices } from '#web/design/choice.tsx'
import { TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { NewEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { checkUrl } from '#use-cases/webhooks/check-url.ts'
import type { WebContext } from '#web/context.ts'
import type { Form } from '#web/http/form.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import type { WebhookWords } from './french.tsx'
import { endpointName } from './parts.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

/** The fields of a webhook: URL, label and events. */
export function EndpointFieldset({
  fields,
  faults,
}: {
  readonly fields: EndpointFields
  readonly faults: readonly FieldFault[]
}) {
  const { form, shared } = useWebhookWords()
  return (
    <>
      <TextField
        name="adresse"
        label={form.address}
        type="url"
        value={fields.url}
        hint={form.addressHint}
        example={form.addressExample}
        error={errorAt(faults, 'adresse')}
        maxLength={urlLengthMax}
      />
      <TextField
        name="libelle"
        label={form.name}
        value={fields.label}
        hint={form.nameHint}
        error={errorAt(faults, 'libelle')}
        maxLength={webhookLabelLengthMax}
        isOptional
      />
      <Choices
        name="portee"
        label={shared.events}
        value={fields.hasAllEvents ? 'tout' : 'choix'}
        error={errorAt(faults, 'portee')}
        choices={[
          { value: 'tout', label: shared.every, note: form.everyNote },
          { value: 'choix', label: form.some, note: form.someNote },
        ]}
      />
      <EventFields fields={fields} />
    </>
  )
}

/** A checkbox for every event type, by group. */
function EventFields({ fields }: { readonly fields: EndpointFields }) {
  const { form } = useWebhookWords()
  const names = eventWords[useScope().language]
  const groups = Object.entries(names.groups).filter(([group]) => group !== 'test')
  return (
    <details class="more" open={!fields.hasAllEvents}>
      <summary>{form.choose}</summary>
      <div class="stack">
        {groups.map(([group, label]) => (
          <fieldset class="field" key={group}>
            <legend class="label">{label}</legend>
            {webhookEventTypes
              .filter((type) => type.group === group)
              .map(({ code }) => (
                <TickField
                  key={code}
                  name={code}
                  label={`${names.types[code]} (${code})`}
                  isTicked={fields.events.includes(code)}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </details>
  )
}

/** The fields of a webhook's form, as typed or as stored. */
export interface EndpointFields {
  readonly url: string
  readonly label: string
  readonly hasAllEvents: boolean
  readonly events: readonly string[]
}

/** Fields of a new webhook. */
export const freshEndpoint: EndpointFields = { url: '', label: '', hasAllEvents: true, events: [] }

const urlLengthMax = 2048

/** As it was typed. */
export function typedFields(form: Form): EndpointFields {
  return {
    url: form.text('adresse'),
    label: form.text('libelle'),
    hasAllEvents: form.text('portee') !== 'choix',
    events: webhookEventTypes.map(({ code }) => code).filter((code) => form.isTicked(code)),
  }
}

/** The URL is checked as the API does at creation. Throws FieldRefusal. */
export function readEndpointForm(
  context: WebContext,
  { form, language }: Pick<PortalInput, 'form' | 'language'>,
): Omit<NewEndpoint, 'isEnabled'> {
  const words = webhookWords[language].faults
  const fields = typedFields(form)
  const { label, hasAllEvents, events } = fields
  const checked = checkUrl(context, fields.url)
  const faults = faultsOf(fields, words)
  if (!checked.ok) {
    throw new FieldRefusal([{ field: 'adresse', message: words.url[checked.reason] }, ...faults])
  }
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    url: checked.url,
    label: label || null,
    events: hasAllEvents ? ['*'] : events,
  }
}

function faultsOf(
  { label, hasAllEvents, events }: EndpointFields,
  words: WebhookWords['faults'],
): FieldFault[] {
  const hasEvents = hasAllEvents || events.length > 0
  return [
    ...(label.length > webhookLabelLengthMax ? [{ field: 'libelle', message: words.name }] : []),
    ...(hasEvents ? [] : [{ field: 'portee', message: words.noEvent }]),
  ]
}

/** Props of every page with a form. */
export interface FormPageProps {
  readonly faults: readonly FieldFault[]
}
/** Props of a form about one webhook. */
export type OneProps = FormPageProps & { readonly endpoint: EndpointRecord }

/** A form on its own page, with a link back. */
export function FormPage({
  title,
  back,
  children,
}: {
  readonly title: string
  readonly back: { readonly href: string; readonly label: string }
  readonly children: ComponentChildren
}) {
  return (
    <PortalFrame title={title}>
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
      <h1>{title}</h1>
      <section class="card stack narrow">{children}</section>
    </PortalFrame>
  )
}

/** The link back to a webhook. */
export const toOne = (endpoint: EndpointRecord) => ({
  href: `${paths.webhooks}/${endpoint.id}`,
  label: endpointName(endpoint),
})
