import { asId, type AuthorizedAccountId } from '#domain/ids.ts'
import {
  readNumberAct,
  revokeAccountAct,
  verifyAccountAct,
} from '#use-cases/authorized-accounts/desk-acts.ts'
import {
  findQueuedAccount,
  listAccountQueue,
  type QueuedAccount,
} from '#use-cases/authorized-accounts/queue.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { errorAt } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { Age, MaskedNumber, OwnerCell, ReasonField, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { reasonSentence } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { useMay } from '#web/staff/staff-page.ts'
import { accountStates } from '#web/staff/words.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { providerName } from '#domain/operators/names.ts'

/**
 * Accounts that merchants want to pay out to, oldest first: verified with the whole number, then approved or revoked
 * for good.
 */
export function authorizedAccountPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.accounts,
    name: 'accounts',
    title: 'Comptes autorisés',
    kind: 'authorized_account',
    waits: ({ status }: QueuedAccount) => status === 'pending',
    views: { '': 'À vérifier', active: 'Ouverts', revoked: 'Révoqués' },
    caption: 'Comptes, le plus ancien d’abord',
    columns: (view) => (view === '' ? waiting : decided),
    empty: (view) =>
      view === ''
        ? {
            title: 'Aucun compte à vérifier',
            icon: 'check',
            text: 'Les comptes que les marchands ajoutent pour leurs retraits apparaissent ici.',
          }
        : { title: 'Aucun compte ici', icon: 'check' },
    list: (page, view) => listAccountQueue(database, { ...page, statuses: [view || 'pending'] }),
    at: ({ createdAt }) => createdAt,
    one: {
      notFound: 'authorized_account_not_found',
      find: (id) => findQueuedAccount(database, asId<AuthorizedAccountId>(id)),
      more: async () => null,
      seen: ({ status }) => status,
      title: ({ holderName }) => `Compte de ${holderName}`,
      heading: ({ holderName }) => holderName,
      state: ({ status }) => <State of={accountStates[status]} />,
      body: (props) => <Account {...props} />,
    },
    orders,
    reveal: {
      verb: 'numero',
      act: readNumberAct,
      read: async (order) => (await readNumberAct.work(context, { ...order, body: {} })).number,
    },
  })
}

/** The page has two forms: each field has a unique name, by which screen readers find it. */
const revokeReason = 'revoke_reason'

const orders = [
  {
    verb: 'verifier',
    act: verifyAccountAct,
    text: 'Compte ouvert. Le marchand peut y retirer son argent.',
    fields: { reason: reasonSentence },
  },
  {
    verb: 'revoquer',
    act: revokeAccountAct,
    text: 'Compte révoqué, définitivement.',
    fields: { [revokeReason]: reasonSentence },
    reasonField: revokeReason,
  },
]

const known: readonly Column<QueuedAccount>[] = [
  {
    title: 'Titulaire',
    cell: ({ id, holderName, ownName }) => (
      <>
        <a href={`${paths.accounts}/${id}`}>{holderName}</a>
        {ownName !== null && (
          <span class="soft small">
            «{'\u00A0'}
            {ownName}
            {'\u00A0'}»
          </span>
        )}
      </>
    ),
  },
  { title: 'Marchand', cell: OwnerCell },
  { title: 'Chez', cell: ({ provider }) => providerName(provider) },
  { title: 'Numéro', cell: ({ numberShown }) => <span class="num">{numberShown}</span> },
]

const waiting: readonly Column<QueuedAccount>[] = [
  ...known,
  { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> },
]

const decided: readonly Column<QueuedAccount>[] = [
  ...known,
  {
    title: 'Décidé',
    cell: ({ revokedAt, verifiedAt, createdAt }) => (
      <Time at={revokedAt ?? verifiedAt ?? createdAt} />
    ),
  },
]

/** One account: its claimed holder, its number for the verifier, and the decision. */
function Account(props: ItemProps<QueuedAccount>) {
  const { item, shown } = props
  const { verifiedAt, revokedAt } = item
  return (
    <>
      <section class="card stack">
        <Facts
          facts={[
            {
              label: 'Numéro',
              value: (
                <MaskedNumber
                  masked={item.numberShown}
                  shown={shown}
                  action={`${paths.accounts}/${item.id}/numero`}
                  mayRead={useMay('accounts.verify')}
                />
              ),
            },
            { label: 'Chez', value: providerName(item.provider) },
            { label: 'Titulaire annoncé', value: item.holderName },
            { label: 'Nom donné par le marchand', value: item.ownName },
            { label: 'Ajouté', value: <ExactTime at={item.createdAt} /> },
            { label: 'Vérifié', value: verifiedAt && <ExactTime at={verifiedAt} /> },
            { label: 'Révoqué', value: revokedAt && <ExactTime at={revokedAt} /> },
          ]}
        />
      </section>
      <Decision {...props} />
    </>
  )
}

function Decision({ item: { id, status }, refused, form }: ItemProps<QueuedAccount>) {
  if (!useMay('accounts.verify') || status === 'revoked') return null
  const faults = refused?.faults ?? []
  const path = `${paths.accounts}/${id}`
  return (
    <ActCard title="Décision" faults={faults}>
      {status === 'pending' && (
        <Form action={`${path}/verifier`}>
          <SeenField value={status} />
          <ReasonField
            label="Comment vous l’avez vérifié"
            hint={
              'Par exemple\u00A0: rappelé au numéro du contrat, relevé d’identité bancaire reçu.'
            }
            form={form}
            faults={faults}
          />
          <Button>Ouvrir aux retraits</Button>
        </Form>
      )}
      <Ask button="Révoquer…" isDanger isOpen={errorAt(faults, revokeReason) !== undefined}>
        <Form action={`${path}/revoquer`}>
          <SeenField value={status} />
          <ReasonField
            name={revokeReason}
            hint="C’est définitif. Reste dans le journal de l’équipe."
            form={form}
            faults={faults}
          />
          <Button look="danger">Révoquer pour toujours</Button>
        </Form>
      </Ask>
    </ActCard>
  )
}
