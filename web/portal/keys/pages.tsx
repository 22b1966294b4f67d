import { replaceApiKey } from '#use-cases/keys/replace.ts'
import type { MerchantKeyKind } from '#use-cases/keys/issue.ts'
import { type ApiKeyRecord, listApiKeys } from '#use-cases/keys/list.ts'
import { type KeyScope, scopesFor } from '#domain/keys/scopes.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { Empty } from '#web/design/empty.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { portalWords } from '#web/portal/words.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'

const permission = 'keys.manage'

/** The keys of a service in one mode: the list, and replacing one that leaked or is old. */
export function keyPages(context: WebContext): readonly PageRoute[] {
  const page = async ({ session }: PortalInput, faults: readonly FieldFault[] = []) => {
    const keys = await listApiKeys(context.database, session.place.id)
    return <KeysPage portal={session} keys={keys} faults={faults} />
  }
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.keys,
      permission,
      handler: async (input) => html(await page(input)),
    }),
    portalWrite(context, {
      path: paths.keys,
      permission,
      read: readReplacement,
      act: ({ kind, oldWorkSeconds, scopes }) => ({
        act: 'api_key.replace',
        details: { kind, oldWorkSeconds, scopes },
      }),
      async work(replacement, { session }) {
        const { token } = await replaceApiKey(context.database, session.place, replacement)
        return html(<NewKeyPage portal={session} {...replacement} token={token} />)
      },
      again: page,
    }),
  ]
}

function readReplacement({ form, session }: PortalInput) {
  const kind = kinds.find((known) => known === form.text('type'))
  if (kind === undefined) throw refuse('bad_request')
  const choice = oldKeyChoices.find(({ value }) => value === form.text('ancienne'))
  if (choice === undefined) {
    const message = 'Choisissez quand l’ancienne clé cesse de fonctionner.'
    throw new FieldRefusal([{ field: 'ancienne', message }])
  }
  const mayPay = form.text(payoutsField) !== 'non'
  const scopes = scopesFor(session.person.role).filter((scope) => scope !== 'payouts' || mayPay)
  const ofKind: readonly KeyScope[] = kind === 'secret' ? scopes : ['payments']
  return { kind, oldWorkSeconds: Number(choice.value), scopes: ofKind }
}

const payoutsField = 'retraits'

const payoutChoices: readonly Choice[] = [
  { value: 'oui', label: 'Permis', note: 'Elle peut demander des retraits et des virements' },
  { value: 'non', label: 'Interdits', note: 'Elle encaisse et lit, rien de plus' },
]

const kinds: readonly MerchantKeyKind[] = ['secret', 'public']

interface KeysProps {
  readonly portal: Portal
  readonly keys: readonly ApiKeyRecord[]
  readonly faults: readonly FieldFault[]
}

function KeysPage({ portal, keys, faults }: KeysProps) {
  return (
    <PortalFrame portal={portal} title="Clés API">
      <div class="row spread">
        <h1>Clés API</h1>
        <ButtonLink href="/docs" look="quiet" isElsewhere>
          Documentation
        </ButtonLink>
      </div>
      <p class="soft">
        La clé secrète ouvre tout, et l’argent sortant là où c’est permis{'\u00A0'}: elle reste sur
        votre serveur. La clé publique va dans vos pages et vos applications, et ne voit des payeurs
        que des données masquées.
      </p>
      {keys.length === 0 ? (
        <Empty title="Aucune clé">
          Créez une clé secrète pour appeler l’API depuis votre serveur.
        </Empty>
      ) : (
        <CardTable caption="Clés en service" columns={columns} rows={keys} keyOf={({ id }) => id} />
      )}
      <section class="card stack narrow">
        <h2>Nouvelle clé</h2>
        <WriteForm portal={portal} action={paths.keys} faults={faults} button="Créer la clé">
          <Choices name="type" label="Quelle clé&nbsp;?" choices={kindChoices} value="secret" />
          <Choices
            name="ancienne"
            label="L’ancienne clé"
            choices={oldKeyChoices}
            value={oldKeyChoices[0]?.value}
            error={errorAt(faults, 'ancienne')}
          />
          <PayoutsField role={portal.person.role} />
        </WriteForm>
      </section>
    </PortalFrame>
  )
}

/** Whether a secret key may pay out; no choice for people who may not request payouts. */
function PayoutsField({ role }: Pick<Portal['person'], 'role'>) {
  if (!scopesFor(role).includes('payouts')) {
    return (
      <p class="soft">
        Une clé que vous créez ne peut pas demander de retraits{'\u00A0'}: c’est réservé au
        propriétaire et aux administrateurs.
      </p>
    )
  }
  const label = 'Retraits par la clé secrète'
  return <Choices name={payoutsField} label={label} choices={payoutChoices} value="oui" />
}

/** Shows the new key once. */
function NewKeyPage({
  portal,
  kind,
  oldWorkSeconds,
  token,
}: {
  readonly portal: Portal
  readonly kind: MerchantKeyKind
  readonly oldWorkSeconds: number
  readonly token: string
}) {
  return (
    <PortalFrame portal={portal} title="Nouvelle clé">
      <h1>Votre nouvelle clé</h1>
      <OneTimeSecret
        title={kind === 'secret' ? 'Copiez-la maintenant' : 'Elle est prête'}
        secret={token}
        copy="Copier la clé"
        note={
          kind === 'secret'
            ? 'Elle n’est affichée qu’une fois. Gardez-la sur votre serveur, jamais dans une page, une application ou un dépôt de code.'
            : 'Elle peut aller dans vos pages et vos applications\u00A0; vous la retrouverez ici.'
        }
      />
      <p>
        {oldWorkSeconds === 0
          ? 'L’ancienne clé ne fonctionne plus.'
          : 'L’ancienne clé fonctionne encore vingt-quatre heures\u00A0: remplacez-la partout d’ici là.'}
      </p>
      <ButtonLink href={paths.keys}>J’ai copié la clé</ButtonLink>
    </PortalFrame>
  )
}

const kindChoices: readonly Choice[] = [
  { value: 'secret', label: portalWords.fr.keys.secret, note: 'Pour votre serveur seul' },
  { value: 'public', label: portalWords.fr.keys.public, note: 'Pour vos pages et applications' },
]

/** How many seconds the old keys go on working. */
const oldKeyChoices: readonly Choice[] = [
  {
    value: '86400',
    label: 'Fonctionne encore 24 heures',
    note: 'Le temps de la remplacer partout',
  },
  { value: '0', label: 'S’arrête tout de suite', note: 'Si elle a pu être vue par quelqu’un' },
]

const columns: readonly Column<ApiKeyRecord>[] = [
  { title: 'Clé', cell: ({ kind }) => portalWords.fr.keys[kind] },
  {
    title: 'Valeur',
    cell: ({ publicToken, last4 }) =>
      publicToken === null ? (
        <code>…{last4}</code>
      ) : (
        <CopyButton text={publicToken}>{`Copier …${last4}`}</CopyButton>
      ),
  },
  {
    title: 'Retraits',
    cell: ({ kind, scopes }) =>
      kind === 'secret' && scopes.includes('payouts') ? 'Permis' : 'Non',
  },
  { title: 'Créée', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Expiration',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Aucune' : <Time at={expiresAt} />),
  },
]
