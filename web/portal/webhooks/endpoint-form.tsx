import { webhookEventGroupLabels, webhookEventTypes } from '#domain/webhooks/events.ts'
import { Choices } from '#web/design/choice.tsx'
import { TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { type EndpointFields, labelLengthMax, urlLengthMax } from './endpoint-fields.ts'

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
      <EventFields fields={fields} />
    </>
  )
}

/** Every type, by group, to be ticked. */
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
