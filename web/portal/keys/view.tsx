import type { MerchantKeyKind } from '#use-cases/keys/issue.ts'
import type { ApiKeyRecord } from '#use-cases/keys/list.ts'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { Empty } from '#web/design/empty.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { keyNames } from '#web/portal/key-names.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

interface KeysProps {
  readonly portal: Portal
  readonly keys: readonly ApiKeyRecord[]
  readonly faults: readonly FieldFault[]
}

export function KeysPage({ portal, keys, faults }: KeysProps) {
  return (
    <PortalFrame portal={portal} title="Clés API">
      <div class="row spread">
        <h1>Clés API</h1>
        <ButtonLink href="/docs" look="quiet" isElsewhere>
          Documentation
        </ButtonLink>
      </div>
      <p class="soft">
        La clé secrète ouvre tout, argent compris{'\u00A0'}: elle reste sur votre serveur. La clé
        publique va dans vos pages et vos applications, et ne voit des payeurs que des données
        masquées.
      </p>
      {keys.length === 0 ? (
        <Empty title="Aucune clé">
          Créez une clé secrète pour appeler l’API depuis votre serveur.
        </Empty>
      ) : (
        <div class="card">
          <Table caption="Clés en service" columns={columns} rows={keys} keyOf={({ id }) => id} />
        </div>
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
        </WriteForm>
      </section>
    </PortalFrame>
  )
}

/** The key itself, this once. */
export function NewKeyPage({
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
  { value: 'secret', label: keyNames.secret, note: 'Pour votre serveur seul' },
  { value: 'public', label: keyNames.public, note: 'Pour vos pages et applications' },
]

/** Seconds for which the keys before go on working. */
export const oldKeyChoices: readonly Choice[] = [
  {
    value: '86400',
    label: 'Fonctionne encore 24 heures',
    note: 'Le temps de la remplacer partout',
  },
  { value: '0', label: 'S’arrête tout de suite', note: 'Si elle a pu être vue par quelqu’un' },
]

const columns: readonly Column<ApiKeyRecord>[] = [
  { title: 'Clé', cell: ({ kind }) => keyNames[kind] },
  {
    title: 'Valeur',
    cell: ({ publicToken, last4 }) =>
      publicToken === null ? (
        <code>…{last4}</code>
      ) : (
        <CopyButton text={publicToken}>{`Copier …${last4}`}</CopyButton>
      ),
  },
  { title: 'Créée', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Fin',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Sans fin' : <Time at={expiresAt} />),
  },
]
