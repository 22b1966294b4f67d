import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { SelectField } from '#web/design/field.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { FormPage, type OneProps, toOne } from './form-page.tsx'

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
