import type { ComponentChildren } from 'preact'
import { webhookEventGroupLabels, webhookEventTypes } from '#domain/webhooks/events.ts'
import { Choices } from '#web/design/choice.tsx'
import { TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { NewEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { checkUrl, type UrlRefusal } from '#use-cases/webhooks/check-url.ts'
import type { WebContext } from '#web/context.ts'
import type { Form } from '#web/http/form.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { endpointName } from './words.tsx'

const groups = Object.entries(webhookEventGroupLabels).filter(([group]) => group !== 'test')

/** The fields of a webhook: URL, label and events. */
export function EndpointFieldset({
  fields,
  faults,
}: {
  readonly fields: EndpointFields
  readonly faults: readonly FieldFault[]
}) {
  return (
    <>
      <TextField
        name="adresse"
        label="Adresse de votre serveur"
        type="url"
        value={fields.url}
        hint="En https. Nous y envoyons une requête POST par événement."
        example="https://boutique.exemple/webhooks"
        error={errorAt(faults, 'adresse')}
        maxLength={urlLengthMax}
      />
      <TextField
        name="libelle"
        label="Nom"
        value={fields.label}
        hint="Pour vous y retrouver."
        error={errorAt(faults, 'libelle')}
        maxLength={labelLengthMax}
        isOptional
      />
      <Choices
        name="portee"
        label="Événements"
        value={fields.hasAllEvents ? 'tout' : 'choix'}
        error={errorAt(faults, 'portee')}
        choices={[
          { value: 'tout', label: 'Tous', note: 'Y compris ceux qui viendront s’ajouter' },
          { value: 'choix', label: 'Seulement certains', note: 'Ceux que vous cochez plus bas' },
        ]}
      />
      <EventFields fields={fields} />
    </>
  )
}

/** A checkbox for every event type, by group. */
function EventFields({ fields }: { readonly fields: EndpointFields }) {
  return (
    <details class="more" open={!fields.hasAllEvents}>
      <summary>Choisir les événements</summary>
      <div class="stack">
        {groups.map(([group, label]) => (
          <fieldset class="field" key={group}>
            <legend class="label">{label}</legend>
            {webhookEventTypes
              .filter((type) => type.group === group)
              .map(({ code, label: name }) => (
                <TickField
                  key={code}
                  name={code}
                  label={`${name} (${code})`}
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
const labelLengthMax = 255

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
export function readEndpointForm(context: WebContext, form: Form): Omit<NewEndpoint, 'isEnabled'> {
  const fields = typedFields(form)
  const { label, hasAllEvents, events } = fields
  const checked = checkUrl(context, fields.url)
  const faults = faultsOf(fields)
  if (!checked.ok) {
    throw new FieldRefusal([{ field: 'adresse', message: urlFaults[checked.reason] }, ...faults])
  }
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    url: checked.url,
    label: label === '' ? null : label,
    events: hasAllEvents ? ['*'] : events,
  }
}

function faultsOf({ label, hasAllEvents, events }: EndpointFields): FieldFault[] {
  const hasEvents = hasAllEvents || events.length > 0
  return [
    ...(label.length > labelLengthMax
      ? [{ field: 'libelle', message: 'Raccourcissez le nom à 255 caractères.' }]
      : []),
    ...(hasEvents ? [] : [{ field: 'portee', message: 'Cochez au moins un événement.' }]),
  ]
}

const urlFaults: Readonly<Record<UrlRefusal, string>> = {
  too_long: 'Cette adresse est trop longue.',
  malformed: 'Cette adresse est incomplète. Elle ressemble à https://boutique.exemple/webhooks.',
  not_https: 'L’adresse doit commencer par https://.',
  has_credentials:
    'Retirez le nom et le mot de passe de l’adresse\u00A0: la signature prouve que l’appel vient de nous.',
  port_refused: 'Utilisez le port 443, ou un port à partir de 1024.',
  private_address:
    'Cette adresse est privée ou locale\u00A0: nous ne pouvons appeler qu’une adresse publique.',
}

/** Props of every page with a form. */
export interface FormPageProps {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}
/** Props of a form about one webhook. */
export type OneProps = FormPageProps & { readonly endpoint: EndpointRecord }

/** A form on its own page, with a link back. */
export function FormPage({
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

/** Links back. */
export const toList = { href: paths.webhooks, label: 'Tous les webhooks' }
export const toOne = (endpoint: EndpointRecord) => ({
  href: `${paths.webhooks}/${endpoint.id}`,
  label: endpointName(endpoint),
})
