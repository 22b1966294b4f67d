import { isEventType, webhookEventGroupLabels, webhookEventTypes } from '#domain/webhook-events.ts'
import type { NewEndpoint } from '#db/commands/create-webhook-endpoint.ts'
import { checkEndpointUrl, type UrlRefusal } from '#platform/endpoint-url.ts'
import type { WebContext } from '#web/context.ts'
import { Choices } from '#web/design/choice.tsx'
import { TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt, FieldRefusal } from '#web/portal/refused.ts'

/** What the form of a webhook holds, as it was typed or as it is. */
export interface EndpointFields {
  readonly url: string
  readonly label: string
  readonly hasAllEvents: boolean
  readonly events: readonly string[]
}

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

/** The address is judged as it is at creation by the API. Refusals at their fields. */
export function readEndpointForm(
  { webhookPrivateHosts: privateHosts }: WebContext,
  form: Form,
): Omit<NewEndpoint, 'isEnabled'> {
  const { url, label, hasAllEvents, events } = typedFields(form)
  const checked = checkEndpointUrl(url, { privateHosts })
  const faults: FieldFault[] = [
    ...(checked.ok ? [] : [{ field: 'adresse', message: urlFaults[checked.reason] }]),
    ...(label.length > labelLengthMax
      ? [{ field: 'libelle', message: 'Raccourcissez le nom à 255 caractères.' }]
      : []),
    ...(hasAllEvents || events.length > 0
      ? []
      : [{ field: 'portee', message: 'Cochez au moins un événement.' }]),
  ]
  if (faults.length > 0 || !checked.ok) throw new FieldRefusal(faults)
  return {
    url: checked.url,
    label: label === '' ? null : label,
    events: hasAllEvents ? ['*'] : events.filter(isEventType),
  }
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

const groups = Object.entries(webhookEventGroupLabels).filter(([group]) => group !== 'test')

/** The fields of a webhook: where, what it is called, and which events. */
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
    </>
  )
}
