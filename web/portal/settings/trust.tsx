import { readTrustsWrites, setTrustsWrites } from '#use-cases/settings/trust-writes.ts'
import type { WebContext } from '#web/context.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

const permission = 'trust.change'
const field = 'demande'

const choices: readonly Choice[] = [
  { value: 'toujours', label: 'À chaque écriture', note: 'Le plus sûr sur un appareil partagé' },
  {
    value: 'dix-minutes',
    label: 'Une fois pour dix minutes',
    note: 'Dans la même session, tant que personne ne se déconnecte',
  },
]

/** How often a merchant's people must give their password; the owner chooses. */
export function trustPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = async (input: PortalInput, faults: readonly FieldFault[] = []) => {
    const { session, form } = input
    const isOn = await readTrustsWrites(database, session.person.merchantId)
    const value = form.text(field) || (isOn ? 'dix-minutes' : 'toujours')
    return <TrustPage portal={session} value={value} faults={faults} />
  }
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.trust,
      permission,
      handler: async (input) => html(await page(input)),
    }),
    portalWrite(context, {
      path: paths.trust,
      permission,
      read({ form }) {
        const chosen = choices.find(({ value }) => value === form.text(field))
        if (chosen === undefined) throw new FieldRefusal([{ field, message: 'Choisissez.' }])
        return { trustsWrites: chosen.value === 'dix-minutes' }
      },
      act: ({ trustsWrites }) => ({
        act: 'merchant.trust_writes',
        details: { trusts_writes: trustsWrites },
      }),
      async work({ trustsWrites }, { session }) {
        await setTrustsWrites(database, { merchantId: session.person.merchantId, trustsWrites })
        const text = trustsWrites
          ? 'Le mot de passe est demandé une fois pour dix minutes.'
          : 'Le mot de passe est demandé à chaque écriture.'
        return redirect(paths.settings, { flash: { tone: 'ok', text } })
      },
      again: page,
    }),
  ]
}

function TrustPage({
  portal,
  value,
  faults,
}: {
  readonly portal: Portal
  readonly value: string
  readonly faults: readonly FieldFault[]
}) {
  return (
    <PortalFrame portal={portal} title="Mot de passe">
      <p>
        <a href={paths.settings}>Service</a>
      </p>
      <h1>Mot de passe</h1>
      <div class="card stack narrow">
        <p class="soft">
          L’argent qui sort, les clés, les webhooks et leurs adresses, les comptes et les personnes
          le demandent toujours. Les outils du mode test, jamais.
        </p>
        <WriteForm portal={portal} action={paths.trust} faults={faults} button="Enregistrer">
          <Choices
            name={field}
            label="Quand le demander à votre équipe&nbsp;?"
            choices={choices}
            value={value}
            error={errorAt(faults, field)}
          />
        </WriteForm>
      </div>
    </PortalFrame>
  )
}
