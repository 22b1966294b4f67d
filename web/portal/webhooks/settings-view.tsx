import { paths } from '#web/portal/paths.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import type { EndpointFields } from './endpoint-fields.ts'
import { EndpointFieldset } from './endpoint-form.tsx'
import { FormPage, type FormPageProps, type OneProps, toList, toOne } from './form-page.tsx'

export function AddPage({
  portal,
  faults,
  fields,
}: FormPageProps & { readonly fields: EndpointFields }) {
  return (
    <FormPage portal={portal} title="Ajouter un webhook" back={toList}>
      <WriteForm
        portal={portal}
        action={paths.newWebhook}
        faults={faults}
        button="Ajouter le webhook"
      >
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}

export function ChangePage({
  portal,
  faults,
  endpoint,
  fields,
}: OneProps & { readonly fields: EndpointFields }) {
  const back = toOne(endpoint)
  return (
    <FormPage portal={portal} title="Modifier le webhook" back={back}>
      <p class="soft">
        Ce qui attend d’être envoyé part à la nouvelle adresse. Le choix des événements vaut pour la
        suite{'\u00A0'}: le passé n’est pas renvoyé.
      </p>
      <WriteForm
        portal={portal}
        action={`${back.href}/modifier`}
        faults={faults}
        button="Enregistrer"
      >
        <EndpointFieldset fields={fields} faults={faults} />
      </WriteForm>
    </FormPage>
  )
}
