import { webhookEventTypes } from '#domain/webhooks/events.ts'
import type { NewEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { checkUrl, type UrlRefusal } from '#use-cases/webhooks/check-url.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { FieldRefusal } from '#web/http/refused.ts'

/** What the form of a webhook holds, as it was typed or as it is. */
export interface EndpointFields {
  readonly url: string
  readonly label: string
  readonly hasAllEvents: boolean
  readonly events: readonly string[]
}

/** Of one to be added. */
export const freshEndpoint: EndpointFields = { url: '', label: '', hasAllEvents: true, events: [] }

export const urlLengthMax = 2048
export const labelLengthMax = 255

/** As it was typed. */
export function typedFields(form: Form): EndpointFields {
  return {
    url: form.text('adresse'),
    label: form.text('libelle'),
    hasAllEvents: form.text('portee') !== 'choix',
    events: webhookEventTypes.map(({ code }) => code).filter((code) => form.isTicked(code)),
  }
}

/** The address is judged as it is at creation by the API. Refusals at their fields. */
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
